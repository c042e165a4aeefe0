import { lazy, Suspense, useRef, useState } from 'react'
import { formatPercent } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { mapHref } from '#app/rules/map/map-link.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useClosingMenu } from '#app/ui/layout/chrome.live.tsx'
import { SignedOut, type Upload, UploadRefused, uploadFile } from './live-calls.live.ts'

const LocationPicker = lazy(() => import('#app/features/map/location-picker.live.tsx'))

/** Where the picker begins: Kish, the default city (§3). */
const PICKER_START = { lat: 26.5325, lng: 53.98 }
const TAKEN = /\.(jpe?g|png|pdf)$/i

type Attached = { name: string; progress: number; upload?: Upload; error?: string; cancel: () => void }

/** What can go with a message: a photo, a file, a place. */
export function AttachMenu({ onFile, onPlace }: { onFile: (file: File) => void; onPlace: (text: string) => void }) {
  const t = useText('live')
  const menu = useRef<HTMLDetailsElement>(null)
  const [isPicking, setPicking] = useState(false)
  useClosingMenu(menu)
  const close = () => {
    if (menu.current) menu.current.open = false
    menu.current?.querySelector('summary')?.focus()
  }
  const choose = (label: string, icon: 'image' | 'file', accept: string) => (
    <label className="menu-file">
      <Icon name={icon} />
      {label}
      <input
        type="file"
        className="vh"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file may be chosen again.
          currentTarget.value = ''
          close()
          if (file) onFile(file)
        }}
      />
    </label>
  )
  return (
    <details className="menu" ref={menu}>
      <summary>
        <Icon name="attach" size="l" />
        <span className="vh">{t('attach')}</span>
      </summary>
      <div className="pop list">
        {choose(t('choosePhoto'), 'image', '.jpg,.jpeg,.png,image/*')}
        {choose(t('chooseFile'), 'file', '.jpg,.jpeg,.png,.pdf')}
        <button
          type="button"
          onClick={() => {
            close()
            setPicking(true)
          }}
        >
          <Icon name="pin" />
          {t('chooseLocation')}
        </button>
      </div>
      {isPicking && (
        <Suspense fallback={null}>
          <LocationPicker
            start={PICKER_START}
            confirmText={t('sendLocation')}
            onConfirm={(at) => {
              setPicking(false)
              onPlace(mapHref(at))
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </details>
  )
}

/** The file beside the message, and how much of it is uploaded. */
export function AttachedNote({ attached, onClear }: { attached: Attached; onClear: () => void }) {
  const t = useText('live')
  const { language } = useLanguage()
  const share = Math.round(attached.progress * 100)
  return (
    <div className="write-note row tight">
      <Icon name="file" />
      <bdi className="grow write-name">{attached.name}</bdi>
      {attached.upload ? (
        <span className="sm">{t('uploaded')}</span>
      ) : (
        <>
          <progress value={attached.progress} max={1} aria-label={t('uploading')} />
          <span className="xs">{formatPercent(share, language)}</span>
        </>
      )}
      <button type="button" className="ib" aria-label={t('removeFile')} onClick={onClear}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** The file beside the message: uploaded as soon as it is chosen, sent with the message. */
export function useAttachment() {
  const errors = useText('errors')
  const { language } = useLanguage()
  const [attached, setAttached] = useState<Attached>()
  const current = useRef<AbortController>(undefined)

  const clear = () => {
    current.current?.abort()
    current.current = undefined
    setAttached(undefined)
  }
  const attach = async (file: File) => {
    clear()
    const abort = new AbortController()
    current.current = abort
    const begun: Attached = { name: file.name, progress: 0, cancel: clear }
    const refused = (key: string) => setAttached({ ...begun, error: errors.loose(key) })
    if (!TAKEN.test(file.name)) return refused('file_type')
    if (file.size > UPLOAD_BYTES) return refused('file_size')
    if (file.size === 0) return refused('file_empty')
    setAttached(begun)
    const onProgress = (progress: number) => {
      if (!abort.signal.aborted) setAttached({ ...begun, progress })
    }
    try {
      const upload = await uploadFile(file, { language, onProgress, signal: abort.signal })
      if (!abort.signal.aborted) setAttached({ ...begun, progress: 1, upload })
    } catch (error) {
      if (abort.signal.aborted) return
      if (error instanceof SignedOut) return refused('login_again')
      refused(error instanceof UploadRefused ? error.key : 'upload_failed')
    }
  }
  return { attached, attach, clear }
}
