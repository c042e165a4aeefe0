import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { browserZone } from '#app/features/account/reader-zone.ts'
import { MessageList } from '#app/features/chat/message-list.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { withTexts } from '#app/i18n/text/with-texts.tsx'
import { Composer } from './composer.live.tsx'
import type { LiveMessage, RoomStart } from './live-message.ts'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { type Room, useRoom } from './use-room.live.ts'
import '../../../../../styles/talk.css'

/** A scroll position so close to the end counts as the end. */
const END_PX = 80

/** A live chat room: new messages appear by themselves, and one's own are sent at once or when the connection is back. */
export default withTexts(['live', 'chat', 'errors', 'map'], LiveRoom)

function LiveRoom({ start }: { start: RoomStart }) {
  const t = useText('live')
  const chat = useText('chat')
  const room = useRoom(start)
  const { messages, outgoing, typing, hasOlder, isLoading } = room
  const log = useRef<HTMLDivElement>(null)
  const [edited, setEdited] = useState<LiveMessage>()
  const { unseen, toEnd } = useScrolling(log, room, start.room.sender)

  return (
    <div className="room">
      <ConnectionNote room={room} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className="room-log" role="log" aria-label={chat('messages')} aria-busy={isLoading} ref={log} tabIndex={0}>
        {hasOlder && (
          <button
            type="button"
            className="btn btn-s room-older"
            aria-busy={isLoading || undefined}
            onClick={room.loadOlder}
          >
            {chat('older')}
          </button>
        )}
        {messages.length === 0 && outgoing.length === 0 && <p className="soft room-empty">{chat('empty')}</p>}
        <MessageList
          messages={messages}
          zone={browserZone()}
          own={start.room.sender}
          newFrom={start.newFrom}
          onEdit={setEdited}
        >
          {outgoing.map((message) => (
            <OutgoingBubble
              key={message.clientId}
              message={message}
              onRetry={() => room.retry(message.clientId)}
              onDiscard={() => room.discard(message.clientId)}
            />
          ))}
        </MessageList>
      </div>
      <div className="room-foot">
        {unseen > 0 && (
          <button type="button" className="btn btn-s room-new" onClick={toEnd}>
            {t('newMessages', { n: unseen })}
          </button>
        )}
        <p className="xs soft room-typing" aria-live="polite">
          {typing && t('typing', { name: typing.name ?? chat(`from.${typing.sender}`) })}
        </p>
        <Composer room={room} edited={edited} onEdited={() => setEdited(undefined)} onSent={toEnd} />
      </div>
    </div>
  )
}

/** Says that the connection is lost, with a button to retry after the last automatic attempt (§4). */
function ConnectionNote({ room: { state, reconnect } }: { room: Room }) {
  const t = useText('live')
  const { language } = useLanguage()
  const isFine = state === 'open' || state === 'connecting'
  return (
    <div role="status" className={isFine ? undefined : 'note note-warn row between'}>
      {state === 'lost' && <p>{t('lost')}</p>}
      {state === 'failed' && (
        <>
          <p>{t('failed')}</p>
          <button type="button" className="btn btn-s" onClick={reconnect}>
            {t('tryAgain')}
          </button>
        </>
      )}
      {state === 'signed-out' && (
        <p>
          {t('signedOut')}{' '}
          <a href={`${pathIn(language, '/login')}?returnUrl=${encodeURIComponent(pathIn(language, '/profile/chat'))}`}>
            {t('signIn')}
          </a>
        </p>
      )}
    </div>
  )
}

/**
 * Keeps the scroll position: at the end, new messages scroll into view; elsewhere they are counted. Older messages that are
 * inserted above do not move the view. Messages at the visible end count as read.
 */
function useScrolling(log: React.RefObject<HTMLDivElement | null>, room: Room, ownSender: string) {
  const { messages, outgoing } = room
  const [seenSeq, setSeenSeq] = useState(messages.at(-1)?.seq ?? 0)
  const wasAtEnd = useRef(true)
  const before = useRef({ first: messages[0]?.seq, height: 0 })
  const last = messages.at(-1)?.seq ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: messages that are being sent move the end, too
  useLayoutEffect(() => {
    const box = log.current
    if (!box) return
    const first = messages[0]?.seq
    const olderCame = before.current.first !== undefined && first !== undefined && first < before.current.first
    if (olderCame) box.scrollTop += box.scrollHeight - before.current.height
    else if (wasAtEnd.current) box.scrollTop = box.scrollHeight
    before.current = { first, height: box.scrollHeight }
  }, [messages, outgoing, log])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only these mean that something was seen
  useEffect(() => {
    const box = log.current
    if (!box) return
    const seen = () => {
      wasAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < END_PX
      if (!wasAtEnd.current || document.visibilityState !== 'visible') return
      setSeenSeq(last)
      room.read()
    }
    seen()
    box.addEventListener('scroll', seen, { passive: true })
    document.addEventListener('visibilitychange', seen)
    // Loaded pictures move the end.
    const grown = new ResizeObserver(() => {
      if (wasAtEnd.current) box.scrollTop = box.scrollHeight
      before.current.height = box.scrollHeight
    })
    for (const child of box.children) grown.observe(child)
    grown.observe(box)
    return () => {
      box.removeEventListener('scroll', seen)
      document.removeEventListener('visibilitychange', seen)
      grown.disconnect()
    }
  }, [last, room.state])

  const unseen = messages.filter((message) => message.seq > seenSeq && message.sender !== ownSender).length
  const toEnd = () => {
    wasAtEnd.current = true
    if (log.current) log.current.scrollTop = log.current.scrollHeight
    setSeenSeq(last)
  }
  return { unseen, toEnd }
}
