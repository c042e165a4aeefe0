import { formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Note } from '#app/ui/page/note.tsx'
import type { OwnTrip } from './own-trip.server.ts'

/** A change that was requested and is not paid yet. */
export function WaitingNote({ trip: { id, change, city, currency } }: { trip: OwnTrip }) {
  const t = useText('trips')
  const { language } = useLanguage()
  if (!change) return null
  const until = formatTime(localOf(new Date(change.hold_until), city.zone).time, language)
  const amount = formatMoney(change.difference, currency, language)
  return (
    <Note kind="warn">
      <p>
        <b>{t('waiting.title')}</b> {t('waiting.text', { until, amount, city: city.name })}
      </p>
      <p className="pt-2">
        <a
          className="btn btn-s btn-go"
          href={pathIn(language, `/profile/reservation/${id}/${change.kind === 'EXTENSION' ? 'extension' : 'change'}`)}
        >
          {t('waiting.open')}
        </a>
      </p>
    </Note>
  )
}
