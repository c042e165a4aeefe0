import { MessageText } from '#app/features/chat/message-text.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import type { Outgoing } from './outbox.ts'

/** One's own message that is not in the room yet. */
export function OutgoingBubble({
  message,
  onRetry,
  onDiscard,
}: {
  message: Outgoing
  onRetry: () => void
  onDiscard: () => void
}) {
  const t = useText('live')
  const chat = useText('chat')
  const isFailed = message.state === 'failed'
  return (
    <li className="msg msg-me msg-waiting">
      <span className="vh">{chat('you')}: </span>
      {message.text && <MessageText text={message.text} />}
      {message.fileIds && <p>{t('filesWait', { n: message.fileIds.length })}</p>}
      {message.state === 'held' && (
        <p className="sm" role="status">
          {t('tooMany')}
        </p>
      )}
      {isFailed ? (
        <>
          <p className="sm bad" role="alert">
            {t('notSent')} {message.error}
          </p>
          <div className="row row-s">
            <button type="button" className="btn btn-s" onClick={onRetry}>
              {t('retry')}
            </button>
            <button type="button" className="btn btn-s btn-bare" onClick={onDiscard}>
              {t('discard')}
            </button>
          </div>
        </>
      ) : (
        <small>
          <Icon name="clock" size="s" />
          {t(message.state === 'sending' ? 'sending' : 'waiting')}
        </small>
      )}
    </li>
  )
}
