import { Plate } from '#app/features/desk/plate.tsx'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { Shown } from './booking-form.server.ts'

type Ways = NonNullable<Shown['ways']>
type Days = Ways['other_days'][number]

/** Who has the vehicle until when, and other days, each with a button that writes them into the form. */
export function WaysOut({ holder, same_vehicle, other_days }: Ways) {
  const t = useText('counter')
  return (
    <div className="stack stack-2">
      {holder && <HolderNote holder={holder} />}
      {same_vehicle && <OtherDays days={same_vehicle} title={t('sameVehicle')} />}
      {other_days
        .filter(({ start_date }) => start_date !== same_vehicle?.start_date)
        .map((days) => (
          <OtherDays key={days.start_date} days={days} title={t('otherDays', { n: days.count })} />
        ))}
    </div>
  )
}

function HolderNote({
  holder: { title, plate, until, zone, reservation, purpose },
}: {
  holder: NonNullable<Ways['holder']>
}) {
  const t = useText('counter')
  const calendar = useText('calendar')
  const { language } = useLanguage()
  const time = formatInstant(new Date(until), zone, language, 'weekday')
  return (
    <Note kind="warn">
      <p>
        <b>{title}</b> <Plate text={plate} />
      </p>
      <p>
        {reservation
          ? t('heldBy', { name: reservation.fullname, time })
          : t('blocked', { time, purpose: purpose ? calendar(`purpose.${purpose}`) : t('noPurpose') })}{' '}
        {reservation && (
          <a href={pathIn(language, `/desk/reservations/${reservation.id}`)}>
            {t('held', { number: numberIn(language, reservation.number) })}
          </a>
        )}
      </p>
    </Note>
  )
}

function OtherDays({ days: { start_date, end_date, cheapest }, title }: { days: Days; title: string }) {
  const t = useText('counter')
  const { language } = useLanguage()
  const days = t('days', {
    start: formatDate(start_date, language, 'weekday'),
    end: formatDate(end_date, language, 'weekday'),
  })
  return (
    <div className="card calm row between tight">
      <div>
        <b>{days}</b>
        <p className="sm soft">
          {title}.{' '}
          {t('cheapest', { amount: formatMoney(cheapest.total, cheapest.currency, language), vehicle: cheapest.title })}
        </p>
      </div>
      <SubmitButton name="intent" value={`days-${start_date}-${end_date}`} className="btn btn-s">
        {t('takeDays')}
        <span className="vh"> {days}</span>
      </SubmitButton>
    </div>
  )
}
