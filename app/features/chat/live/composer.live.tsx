import { type FormEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { formatPercent } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { CHAT_MESSAGE_LENGTH, UPLOAD_BYTES } from '#app/rules/constants.ts'
import { mapHref } from '#app/rules/map/map-link.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useClosingMenu } from '#app/ui/layout/chrome.live.tsx'
import { EmojiPicker } from '../emoji-picker.tsx'
import { takeDraft } from './draft.ts'
import { SignedOut, type Upload, UploadRefused, uploadFile } from './live-calls.live.ts'
import type { Room } from './use-room.live.ts'

const LocationPicker = lazy(() => import('#app/features/map/location-picker.live.tsx'))

/** Where the picker begins: Kish, the default city (§3). */
const PICKER_START = { lat: 26.5325, lng: 53.98 }
const TAKEN = /\.(jpe?g|png|pdf)$/i

type Attached = { name: string; progress: number; upload?: Upload; error?: string; cancel: () => void }

/** What is written and attached. Enter sends, Shift+Enter breaks the line (§5). */
export function Composer({ room, onSent }: { room: Room; onSent: () => void }) {
  const t = useText('live')
  const chat = useText('chat')
  const errors = useText('errors')
  const field = useRef<HTMLTextAreaElement>(null)
  const { attached, attach, clear } = useAttachment()
  const [error, setError] = useState<string>()

  // What was written into the page's own form before this one took its place goes on here (`live-chat.live.tsx`).
  useEffect(() => {
    const draft = takeDraft()
    if (!field.current || !draft) return
    field.current.value = draft.text
    if (draft.cursor === undefined) return
    field.current.focus()
    field.current.setSelectionRange(draft.cursor, draft.cursor)
  }, [])

  const send = () => {
    const text = field.current?.value.trim() ?? ''
    const fileId = attached?.upload?.id
    if (!text && !fileId) return
    if (attached && !attached.upload && !attached.error) return setError(t('stillUploading'))
    if (text.length > CHAT_MESSAGE_LENGTH) return setError(errors('max_length', { n: CHAT_MESSAGE_LENGTH }))
    room.send(text, fileId)
    if (field.current) field.current.value = ''
    setError(undefined)
    clear()
    onSent()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form className="write" onSubmit={onSubmit}>
      {/* There from the start, so that what it says is announced. */}
      <p role="alert" className={error || attached?.error ? 'sm bad write-note' : 'vh'}>
        {error ?? attached?.error}
      </p>
      {attached && !attached.error && <AttachedNote attached={attached} onClear={clear} />}
      <AttachMenu
        onFile={attach}
        onPlace={(text) => {
          room.send(text)
          onSent()
        }}
      />
      <EmojiPicker onPick={(emoji) => insert(field, emoji)} />
      <textarea
        ref={field}
        className="in grow"
        rows={1}
        dir="auto"
        aria-label={chat('message')}
        placeholder={t('placeholder')}
        onKeyDown={onKeyDown}
        onInput={() => {
          setError(undefined)
          room.tellTyping()
        }}
      />
      <button type="submit" className="btn btn-go" aria-label={chat('send')}>
        <Icon name="send" flip />
      </button>
    </form>
  )
}

/** Writes where the cursor is, in a way that Undo takes back. */
function insert(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const box = field.current
  if (!box) return
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end')
}

function AttachMenu({ onFile, onPlace }: { onFile: (file: File) => void; onPlace: (text: string) => void }) {
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

function AttachedNote({ attached, onClear }: { attached: Attached; onClear: () => void }) {
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
function useAttachment() {
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
