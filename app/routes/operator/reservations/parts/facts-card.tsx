import type { ReactNode } from 'react'
import { Trip } from '#app/features/reservation/trip.tsx'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { placeLine } from '#app/i18n/format/place-line.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { useOperatorWork } from '../../use-operator-work.ts'
import type { Managed } from '../managed.server.ts'
import '../../../../../styles/profile.css'

/** Who rents what from whom, when and where. */
export function FactsCard({ one }: { one: Managed }) {
  const t = useText('managed')
  const person = useText('operator')
  const { language } = useLanguage()
  const { start_date, start_time, end_date, end_time, days, ad, company, city, account, fullname, email } = one
  const does = useOperatorWork()
  const extras = useExtras(one)
  const name = <bdi>{fullname}</bdi>
  const vehicle = `${ad.title} · ${localDigits(String(ad.id), language)}`
  const facts: { key: string; label: string; value: ReactNode }[] = [
    {
      key: 'customer',
      label: t('desk.customer'),
      value: account ? (
        <a href={pathIn(language, `/operator/people/${account}`)}>{name}</a>
      ) : (
        <>
          {name} <span className="sm mute">{t('desk.noAccount')}</span>
        </>
      ),
    },
    ...(email ? [{ key: 'email', label: person('person.email'), value: <bdi dir="ltr">{email}</bdi> }] : []),
    {
      key: 'company',
      label: t('desk.company'),
      value: <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>,
    },
    {
      key: 'vehicle',
      label: t('desk.vehicle'),
      value: does('SUPPORT') ? (
        <a href={pathIn(language, `/operator/moderation/listings/${ad.id}`)}>{vehicle}</a>
      ) : (
        vehicle
      ),
    },
    { key: 'receive', label: t('desk.receive'), value: placeLine(one.receive, language) },
    { key: 'return', label: t('desk.return'), value: placeLine(one.return, language) },
    ...(extras.length > 0 ? [{ key: 'extras', label: t('desk.extras'), value: extras.join(commaOf(language)) }] : []),
    {
      key: 'booked',
      label: t('desk.booked'),
      value: formatInstant(new Date(one.created_at), city.zone, language, 'long'),
    },
  ]
  return (
    <Card id="facts" title={t('desk.facts')} className="stack">
      <Trip start={{ date: start_date, time: start_time }} end={{ date: end_date, time: end_time }} days={days} />
      <Facts facts={facts} />
    </Card>
  )
}

function useExtras(one: Managed): string[] {
  const t = useText('desk')
  return [
    one.child_seat_count > 0 && t('one.seats', { n: one.child_seat_count }),
    one.extra_driver && t('one.driver'),
    one.internet && t('one.internet'),
    one.supplemental_insurance && t('one.insurance'),
  ].filter((extra) => extra !== false)
}
