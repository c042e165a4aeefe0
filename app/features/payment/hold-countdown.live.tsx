import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/**
 * The remaining time of a hold, to the second. It counts down from the server's number, so that a wrong clock in the browser does
 * no harm; at the end the page reloads the hold's status from the server.
 * @param ms milliseconds that were left when the page was rendered
 */
export function HoldCountdown({ ms }: { ms: number }) {
  const t = useText('payment')
  const { language } = useLanguage()
  const { revalidate } = useRevalidator()
  const [seconds, setSeconds] = useState<number>()

  useEffect(() => {
    const end = performance.now() + ms
    const tick = () => setSeconds(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    tick()
    const beat = setInterval(tick, 1000)
    const over = setTimeout(revalidate, ms + 1000)
    return () => {
      clearInterval(beat)
      clearTimeout(over)
    }
  }, [ms, revalidate])

  if (seconds === undefined) return null
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p className="b" role="timer">
      {t('left', { time: localDigits(clock, language) })}
    </p>
  )
}
