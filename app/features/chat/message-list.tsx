import { Fragment, type ReactNode } from 'react'
import type { z } from 'zod'
import type { ChatMessage } from '#app/contract/chat/chat.ts'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { Sender } from '#app/rules/messages/chat-sides.ts'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Avatar } from '#app/ui/brand/avatar.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { FileOfMessage } from './file-of-message.tsx'
import { MessageText } from './message-text.tsx'
import '../../../styles/talk.css'

export type Message = z.infer<typeof ChatMessage>

/**
 * Messages in order, with a line for each day and one before the first unread message.
 * @param zone the reader's time zone
 * @param own the sender of the reader's own messages
 * @param newFrom the `seq` of the first unread message
 * @param onEdit with scripts: called to edit one of the reader's own messages
 */
export function MessageList({
  messages,
  zone,
  own,
  newFrom,
  onEdit,
  children,
}: {
  messages: readonly Message[]
  zone: string
  own: Sender
  newFrom?: number | undefined
  onEdit?: ((message: Message) => void) | undefined
  children?: ReactNode
}) {
  const t = useText('chat')
  const { language } = useLanguage()
  let day = ''
  return (
    <ol className="talk" aria-label={t('messages')}>
      {messages.map((message, at) => {
        const { date, time } = localOf(new Date(message.created_at), zone)
        const isNewDay = date !== day
        day = date
        return (
          <Fragment key={message.seq}>
            {isNewDay && <li className="day">{formatDate(date, language, 'long')}</li>}
            {message.seq === newFrom && (
              <li className="day day-new" id="new">
                {t('new')}
              </li>
            )}
            <MessageItem
              message={message}
              isOwn={message.sender === own}
              time={formatTime(time, language)}
              id={at === messages.length - 1 ? 'last' : undefined}
              onEdit={onEdit}
            />
          </Fragment>
        )
      })}
      {children}
    </ol>
  )
}

function MessageItem({
  message,
  isOwn,
  time,
  id,
  onEdit,
}: {
  message: Message
  isOwn: boolean
  time: string
  id: string | undefined
  onEdit: ((message: Message) => void) | undefined
}) {
  const t = useText('chat')
  const { sender, sender_detail, attachments } = message
  const who = isOwn ? t('you') : sender_detail.is_bot ? t('bot') : (sender_detail.name ?? t(`from.${sender}`))
  return (
    <li className={isOwn ? 'msg msg-me' : 'msg'} id={id} data-seq={message.seq}>
      <span className={isOwn ? 'vh' : 'sm soft msg-who'}>
        {!isOwn && sender_detail.avatar_id && <Avatar name={who} picture={sender_detail.avatar_id} small />}
        <bdi>{who}</bdi>
        <span className="vh">: </span>
      </span>
      {attachments.map((file) => (
        <FileOfMessage key={file.id} file={file} />
      ))}
      {message.message !== '' && <MessageText text={message.message} />}
      <small>
        {isOwn && onEdit && !sender_detail.is_bot && message.message !== '' && (
          <button type="button" className="msg-edit" aria-label={t('edit')} onClick={() => onEdit(message)}>
            <Icon name="edit" size="s" />
          </button>
        )}
        {message.is_edited && <span>{t('edited')}</span>}
        <time dateTime={message.created_at}>{time}</time>
        {isOwn && <ReadMark isRead={message.status === 'READ'} />}
      </small>
    </li>
  )
}

/** One tick for a message that is sent, two for one that the other side has seen. */
function ReadMark({ isRead }: { isRead: boolean }) {
  const t = useText('chat')
  return (
    <span className="ticks">
      <Icon name="check" size="s" />
      {isRead && <Icon name="check" size="s" />}
      <span className="vh">{t(isRead ? 'read' : 'sent')}</span>
    </span>
  )
}
