import { Fragment } from 'react'
import type { z } from 'zod'
import type { TicketDetail, TicketMessage } from '#app/contract/support/tickets.ts'
import { FileOfMessage } from '#app/features/chat/file-of-message.tsx'
import { MessageText } from '#app/features/chat/message-text.tsx'
import { formatDate, formatTime } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { senderOf } from '#app/rules/chat-sides.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { localOf } from '#app/rules/rental-time.ts'
import { Icon } from '#app/ui/icon.tsx'
import '../../../../styles/talk.css'

type Detail = z.infer<typeof TicketDetail>
type Message = z.infer<typeof TicketMessage>

/** The messages of a ticket by days, the reader's own on their side; a line marks where the unread ones begin. */
export function Talk({ ticket }: { ticket: Detail }) {
  const t = useText('tickets')
  const { language } = useLanguage()
  const { id, messages, side, unread_count } = ticket
  const own = senderOf(side)
  const others = messages.filter(({ sender }) => sender !== own)
  const firstNew = unread_count > 0 ? others.at(-Math.min(unread_count, others.length))?.seq : undefined
  return (
    <>
      {ticket.has_older && (
        <a className="btn" href={pathIn(language, `/profile/ticketing/${id}?before=${messages[0]?.seq ?? 1}`)}>
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

/** Times of messages are in the marketplace's own zone. */
function momentOf({ created_at }: Message) {
  return localOf(new Date(created_at), HOME_ZONE)
}
