import { Fragment } from 'react'
import { useReaderZone } from '#app/features/account/reader-zone.ts'
import { FileOfMessage } from '#app/features/chat/file-of-message.tsx'
import type { Message } from '#app/features/chat/message-list.tsx'
import { MessageText } from '#app/features/chat/message-text.tsx'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type ChatSide, senderOf } from '#app/rules/messages/chat-sides.ts'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import '../../../styles/talk.css'

interface TalkProps {
  messages: readonly Message[]
  /** The reader's time zone, as far as the server knows it. */
  zone: string
  /** The side of the conversation that the reader is on. */
  side: ChatSide
  /** How many of the other side's messages are unread. */
  unread: number
  /** The link to earlier messages; absent when there are none. */
  olderHref?: string | undefined
}

/** The messages of a conversation by day, with the reader's own on one side, and a line before the first unread one. */
export function Talk({ messages, zone, side, unread, olderHref }: TalkProps) {
  const momentOf = useMoments(zone)
  const t = useText('tickets')
  const { language } = useLanguage()
  const own = senderOf(side)
  const others = messages.filter(({ sender }) => sender !== own)
  const firstNew = unread > 0 ? others.at(-Math.min(unread, others.length))?.seq : undefined
  return (
    <>
      {olderHref && (
        <a className="btn" href={olderHref}>
          {t('older')}
        </a>
      )}
      <ol className="talk" aria-label={t('talk')}>
        {messages.map((message, index) => {
          const { date, time } = momentOf(message)
          const before = messages[index - 1]
          return (
            <Fragment key={message.id}>
              {(!before || momentOf(before).date !== date) && (
                <li className="day">
                  <time dateTime={date}>{formatDate(date, language, 'long')}</time>
                </li>
              )}
              {message.seq === firstNew && (
                <li className="day day-new" id="new">
                  {t('newFrom')}
                </li>
              )}
              <MessageItem message={message} isOwn={message.sender === own} time={formatTime(time, language)} />
            </Fragment>
          )
        })}
      </ol>
    </>
  )
}

function MessageItem({ message, isOwn, time }: { message: Message; isOwn: boolean; time: string }) {
  const t = useText('tickets')
  const other = message.sender === 'CLIENT' ? t('customer') : t('support')
  return (
    <li className={isOwn ? 'msg msg-me' : 'msg'}>
      <span className="vh">{isOwn ? t('you') : other} </span>
      {message.attachments.map((file) => (
        <FileOfMessage key={file.id} file={file} />
      ))}
      {message.message && <MessageText text={message.message} />}
      <small>
        <time dateTime={message.created_at}>{time}</time>
        {isOwn && message.status === 'READ' && (
          <span className="row row-s tight">
            <Icon name="check" size="s" />
            <span className="vh">{t('read')}</span>
          </span>
        )}
      </small>
    </li>
  )
}

/** A function that formats the time of a message in the reader's zone. */
function useMoments(known: string) {
  const zone = useReaderZone(known)
  return ({ created_at }: Message) => localOf(new Date(created_at), zone)
}
