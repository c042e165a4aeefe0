import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Day } from './today.tsx'

/** Driving licences that customers have sent ahead and nobody has looked at. */
export function LicencesCard({ licences }: Pick<Day, 'licences'>) {
  const t = useText('checkin')
  const { language } = useLanguage()
  if (licences.length === 0) return null
  return (
    <Card id="licences" title={t('desk.waiting')} className="stack stack-2">
      <ul className="stack stack-2">
        {licences.map(({ reservation, fullname, start_at, zone }) => (
          <li key={reservation} className="row between">
            <a href={pathIn(language, `/desk/reservations/${reservation}/check-in`)}>
              <bdi>{fullname}</bdi>
            </a>
            <span className="sm soft">{formatInstant(new Date(start_at), zone, language, 'weekday')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
