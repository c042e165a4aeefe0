import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { EmojiPicker } from '#app/features/chat/emoji-picker.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { CHAT_MESSAGE_LENGTH } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { AttachedNotes, AttachMenu, useAttachments } from './attachments.live.tsx'
import { takeDraft } from './draft.ts'
import type { LiveMessage } from './live-message.ts'
import type { Room } from './use-room.live.ts'

/**
 * The field for a message and its attachments. Enter sends, Shift+Enter breaks the line (§5). While one's own message is `edited`,
 * the field contains its text, and Escape cancels.
 */
export function Composer({
  room,
  edited,
  onEdited,
  onSent,
}: {
  room: Room
  edited: LiveMessage | undefined
  onEdited: () => void
  onSent: () => void
}) {
  const t = useText('live')
  const chat = useText('chat')
  const errors = useText('errors')
  const field = useRef<HTMLTextAreaElement>(null)
  const { attached, refusals, attach, remove, clear } = useAttachments()
  const [error, setError] = useState<string>()

  // Continue with the text that was written in the page's own form (`live-chat.live.tsx`), before anybody can press the button.
  useLayoutEffect(() => {
    const draft = takeDraft()
    if (!field.current || !draft) return
    field.current.value = draft.text
    if (draft.cursor === undefined) return
    field.current.focus()
    field.current.setSelectionRange(draft.cursor, draft.cursor)
  }, [])

  // The unfinished new message, kept while another one is edited.
  const written = useRef<string>(undefined)
  useEffect(() => {
    if (!field.current || !edited) return
    written.current ??= field.current.value
    field.current.value = edited.message
    field.current.focus()
    field.current.setSelectionRange(edited.message.length, edited.message.length)
  }, [edited])
  const stopEditing = () => {
    if (field.current) field.current.value = written.current ?? ''
    written.current = undefined
    field.current?.focus()
    setError(undefined)
    onEdited()
  }
  const saveEdit = async ({ id, message }: LiveMessage) => {
    const text = field.current?.value.trim() ?? ''
    if (!text) return setError(errors('required'))
    if (text.length > CHAT_MESSAGE_LENGTH) return setError(errors('max_length', { n: CHAT_MESSAGE_LENGTH }))
    if (text === message) return stopEditing()
    const result = await room.edit(id, text)
    if (result?.kind === 'sent') return stopEditing()
    setError(result?.kind === 'refused' ? result.error : t('notEdited'))
  }

  const send = () => {
    if (edited) return void saveEdit(edited)
    const text = field.current?.value.trim() ?? ''
    const fileIds = attached.flatMap(({ upload }) => upload?.id ?? [])
    if (fileIds.length < attached.length) return setError(t('stillUploading'))
    if (!text && fileIds.length === 0) return
    if (text.length > CHAT_MESSAGE_LENGTH) return setError(errors('max_length', { n: CHAT_MESSAGE_LENGTH }))
    room.send(text, fileIds)
    if (field.current) field.current.value = ''
    setError(undefined)
    clear()
    onSent()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && edited) {
      return stopEditing()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const said = error ? [error, ...refusals] : refusals
  return (
    <form className="write" data-editing={edited && ''} onSubmit={onSubmit}>
      {/* There from the start, so that what it says is announced. */}
      <p role="alert" className={said.length > 0 ? 'sm bad write-note' : 'vh'}>
        {said.map((sentence) => (
          <span key={sentence} className="block">
            {sentence}
          </span>
        ))}
      </p>
      {edited && <EditNote onCancel={stopEditing} />}
      <AttachedNotes
        attached={attached}
        onRemove={(key) => {
          setError(undefined)
          remove(key)
        }}
      />
      <AttachMenu
        onFiles={(files) => {
          setError(undefined)
          attach(files)
        }}
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
          room.sendTyping()
        }}
      />
      <button type="submit" className="btn btn-go" aria-label={chat('send')}>
        <Icon name="send" flip />
      </button>
    </form>
  )
}

function EditNote({ onCancel }: { onCancel: () => void }) {
  const t = useText('live')
  return (
    <div className="write-note row tight">
      <Icon name="edit" />
      <span className="grow sm">{t('editing')}</span>
      <button type="button" className="ib" aria-label={t('stopEditing')} onClick={onCancel}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** Inserts a text at the cursor so that Undo works. */
function insert(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const box = field.current
  if (!box) return
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end')
}
