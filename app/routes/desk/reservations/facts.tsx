import { Plate } from '#app/features/desk/plate.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { placeLine } from '#app/i18n/format/place-line.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { Language } from '#app/rules/constants.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import type { DeskOne } from './own.server.ts'
import '../../../../styles/profile.css'

/** The rental's times and places, and its vehicle. */
export function WhenCard({ one }: { one: DeskOne }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { start_date, start_time, end_date, end_time, days, ad, plate, city, before, after } = one
  const extras = [
    one.child_seat_count > 0 && t('one.seats', { n: one.child_seat_count }),
    one.extra_driver && t('one.driver'),
    one.internet && t('one.internet'),
    one.supplemental_insurance && t('one.insurance'),
  ].filter((extra) => extra !== false)
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  const facts = [
    { key: 'vehicle', value: `${ad.title} · ${localDigits(String(ad.id), language)}` },
    ...(plate ? [{ key: 'plate', value: <Plate text={plate} /> } as const] : []),
    { key: 'receive', value: placeLine(one.receive, language) },
    { key: 'return', value: placeLine(one.return, language) },
    ...(extras.length > 0 ? [{ key: 'extras', value: extras.join(commaOf(language)) } as const] : []),
    ...(before ? [{ key: 'before', value: at(before) } as const] : []),
    ...(after ? [{ key: 'after', value: at(after) } as const] : []),
  ] as const
  return (
    <Card id="when" title={t('one.when')} className="stack">
      <Trip start={{ date: start_date, time: start_time }} end={{ date: end_date, time: end_time }} days={days} />
      <Facts facts={facts.map(({ key, value }) => ({ key, label: t(`one.${key}`), value }))} />
    </Card>
  )
}

/** The customer, with the identity that staff compare with the documents. */
export function CustomerCard({ one }: { one: DeskOne }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { fullname, seen, trips_before } = one
  const isKnown = seen !== 'FIRST_NAME'
  return (
    <Card id="customer" title={t('one.customer')} className="stack">
      <div className="me">
        <span className="ava" aria-hidden="true">
          {[...fullname][0]}
        </span>
        <div>
          <b>
            <bdi>{fullname}</bdi>
          </b>
          <p className="sm soft">{t('one.tripsBefore', { n: trips_before })}</p>
        </div>
      </div>
      <Facts facts={isKnown ? contactFacts(one, { t, language }) : strangerFacts(one, { t, language })} />
      {!isKnown && <p className="sm soft">{t('one.firstNameOnly')}</p>}
    </Card>
  )
}

type Words = { t: ReturnType<typeof useText<'desk'>>; language: Language }

/** What a company decides by before it accepts. */
function strangerFacts(one: DeskOne, { t, language }: Words) {
  const { from, to } = one.age_band
  const age =
    from === null && to === null
      ? t('one.ageUnknown')
      : from === null
        ? t('one.ageUnder', { to: localDigits((to ?? 0) + 1, language) })
        : to === null
          ? t('one.ageOver', { from: localDigits(from, language) })
          : t('one.ageBetween', { from: localDigits(from, language), to: localDigits(to, language) })
  return [
    { key: 'age', label: t('one.ageBand'), value: age },
    { key: 'language', label: t('one.language'), value: LANGUAGE_NAMES[one.language] },
  ]
}

function contactFacts({ phone, email, national_id, seen, source, booked_by }: DeskOne, { t, language }: Words) {
  const isShown = seen === 'PAPERS' && national_id !== ''
  const missing = seen === 'PAPERS' ? t('one.noPapers') : t('one.papersLater')
  const identity = isShown ? localDigits(national_id, language) : missing
  const from = t(`one.sources.${source}`)
  return [
    {
      key: 'phone',
      label: t('list.phone'),
      value: <a href={`tel:${phone}`}>{phoneIn(language, phone)}</a>,
    },
    {
      key: 'id',
      label: t('one.nationalId'),
      value: <span className={isShown ? 'ltr' : 'soft'}>{identity}</span>,
    },
    {
      key: 'source',
      label: t('one.source'),
      value: booked_by ? t('one.sourceBy', { source: from, name: booked_by }) : from,
    },
    ...(email ? [{ key: 'email', label: t('one.email'), value: <a href={`mailto:${email}`}>{email}</a> }] : []),
  ]
}
