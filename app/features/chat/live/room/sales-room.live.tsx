import { useEffect, useState } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { withTexts } from '#app/i18n/text/with-texts.tsx'
import { openRoom, SignedOut } from '../live-calls.live.ts'
import type { RoomStart } from './live-message.ts'
import LiveRoom from './live-room.live.tsx'

/** The visitor's room with our sales, which is created if there is none yet. */
export default withTexts(['live'], SalesRoom)

function SalesRoom() {
  const t = useText('live')
  const { start, isFailed, load } = useStart()
  if (start) return <LiveRoom start={start} />
  return (
    <div className="stack room-empty" role="status">
      <p>{t(isFailed ? 'notOpened' : 'opening')}</p>
      {isFailed && (
        <button type="button" className="btn" onClick={load}>
          {t('tryAgain')}
        </button>
      )}
    </div>
  )
}

function useStart() {
  const { language } = useLanguage()
  const [start, setStart] = useState<RoomStart>()
  const [isFailed, setFailed] = useState(false)
  const load = async () => {
    setFailed(false)
    try {
      setStart(await openRoom(language))
    } catch (error) {
      const chat = pathIn(language, '/profile/chat')
      if (error instanceof SignedOut)
        location.assign(`${pathIn(language, '/login')}?returnUrl=${encodeURIComponent(chat)}`)
      else setFailed(true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the room is shown
  useEffect(() => {
    void load()
  }, [])
  return { start, isFailed, load }
}
