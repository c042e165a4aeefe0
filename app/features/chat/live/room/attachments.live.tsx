import { lazy, Suspense, useRef, useState } from 'react'
import { useClosingMenu } from '#app/features/frame/bars/chrome.live.tsx'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { FILES_A_MESSAGE, UPLOAD_BYTES } from '#app/rules/constants.ts'
import { mapHref } from '#app/rules/map/map-link.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'
import { SignedOut, type Upload, UploadRefused, uploadFile } from '../live-calls.live.ts'

const LocationPicker = lazy(() => fetchPart(() => import('#app/features/map/location-picker.live.tsx')))

/** The initial position of the location picker: Kish, the default city (§3). */
const PICKER_START = { lat: 26.5325, lng: 53.98 }
const TAKEN = /\.(jpe?g|png|pdf)$/i

type Attached = { key: number; name: string; progress: number; upload?: Upload }

/** What can go with a message: photos, files, a place. */
export function AttachMenu({
  onFiles,
  onPlace,
}: {
  onFiles: (files: readonly File[]) => void
  onPlace: (text: string) => void
}) {
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
        multiple
        className="vh"
        accept={accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Otherwise choosing the same file again would be no change.
          currentTarget.value = ''
          close()
          if (files.length > 0) onFiles(files)
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

/** The message's files, and the progress of their uploads. */
export function AttachedNotes({
  attached,
  onRemove,
}: {
  attached: readonly Attached[]
  onRemove: (key: number) => void
}) {
  const t = useText('live')
  const { language } = useLanguage()
  if (attached.length === 0) return null
  return (
    <ul className="write-note">
      {attached.map(({ key, name, progress, upload }) => (
        <li key={key} className="row tight">
          <Icon name="file" />
          <bdi className="grow write-name">{name}</bdi>
          {upload ? (
            <span className="sm">{t('uploaded')}</span>
          ) : (
            <>
              <progress value={progress} max={1} aria-label={t('uploadingOne', { name })} />
              <span className="xs">{formatPercent(Math.round(progress * 100), language)}</span>
            </>
          )}
          <button type="button" className="ib" aria-label={t('removeOne', { name })} onClick={() => onRemove(key)}>
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * The message's files: uploaded one after the other as soon as they are chosen, and sent with the message. `refusals`
 * has the reason for each refused file.
 */
export function useAttachments() {
  const errors = useText('errors')
  const { language } = useLanguage()
  const [attached, setAttached] = useState<readonly Attached[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const uploads = useRef(new Map<number, AbortController>())
  const last = useRef<Promise<void>>(Promise.resolve())
  const counter = useRef(0)

  const drop = (key: number) => {
    uploads.current.get(key)?.abort()
    uploads.current.delete(key)
    setAttached((files) => files.filter((file) => file.key !== key))
  }
  const refuse = (name: string, key: string) => {
    const sentence = errors('of_file', { name: `\u2068${name}\u2069`, message: errors.loose(key) })
    setRefusals((known) => [...new Set([...known, sentence])])
  }
  const attach = (files: readonly File[]) => {
    setRefusals([])
    const taken = files.filter((file) => {
      const key = refusalOf(file)
      if (key) refuse(file.name, key)
      return !key
    })
    const room = FILES_A_MESSAGE - uploads.current.size
    if (taken.length > room) setRefusals((known) => [...known, errors('too_many_files')])
    for (const file of taken.slice(0, Math.max(0, room))) {
      const key = counter.current++
      const abort = new AbortController()
      uploads.current.set(key, abort)
      setAttached((known) => [...known, { key, name: file.name, progress: 0 }])
      last.current = last.current.then(() => upload(key, file, abort.signal))
    }
  }
  const upload = async (key: number, file: File, signal: AbortSignal) => {
    if (signal.aborted) return
    const change = (changed: Partial<Attached>) =>
      setAttached((files) => files.map((one) => (one.key === key ? { ...one, ...changed } : one)))
    try {
      const done = await uploadFile(file, { language, onProgress: (progress) => change({ progress }), signal })
      change({ progress: 1, upload: done })
    } catch (error) {
      if (signal.aborted) return
      drop(key)
      refuse(file.name, keyOf(error))
    }
  }
  const clear = () => {
    for (const key of [...uploads.current.keys()]) drop(key)
    setRefusals([])
  }
  return { attached, refusals, attach, remove: drop, clear }
}

/** Why a file would be refused, as far as the browser can know; a key of `errors.json`. */
function refusalOf({ name, size }: File): string | undefined {
  if (!TAKEN.test(name)) return 'file_type'
  if (size > UPLOAD_BYTES) return 'file_size'
  return size === 0 ? 'file_empty' : undefined
}

function keyOf(error: unknown): string {
  if (error instanceof SignedOut) return 'login_again'
  return error instanceof UploadRefused ? error.key : 'upload_failed'
}
