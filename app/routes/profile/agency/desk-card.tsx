import type { z } from 'zod'
import type { AGENCY_ACTIONS, ManagedReservation } from '#app/contract/agency.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { formatPhone } from '#app/rules/phone.ts'
import { Facts } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { Trip } from '#app/ui/trip.tsx'

type AgencyAction = (typeof AGENCY_ACTIONS)[number]
type Reservation = z.infer<typeof ManagedReservation>

/** What a action's form is answered: the reservation that it was about, and its fieldErrors. */
export interface DeskReply {
  id: string
  form: FormReply
}

/** A reservation as the desk needs it, with what may be done about it. */
export function ReservationCard({
  reservation,
  actions,
  reply,
}: {
  reservation: Reservation
  actions: readonly AgencyAction[]
  reply?: FormReply
}) {
  const t = useText('agency')
  const { language } = useLanguage()
  const { id, number, ad, hours_left, start_date, start_time, end_date, end_time, days } = reservation
  const form = useReply(`action-${id}`, { reply })
  const shownNumber = localDigits(number, language)
  return (
    <article className="card stack" aria-labelledby={`r-${id}`}>
      <h3 id={`r-${id}`} className="row between">
        <span>
          {ad.title} <bdi className="mute">{shownNumber}</bdi>
        </span>
        {hours_left !== null && <Tag kind="warn">{t('waiting.left', { n: hours_left })}</Tag>}
      </h3>
      <ErrorSummary id={`errors-${id}`} entries={form.summary({ reason: t('action.reason') })} />
      <Trip start={{ date: start_date, time: start_time }} end={{ date: end_date, time: end_time }} days={days} />
      <ReservationFacts reservation={reservation} />
      <div className="row">
        {actions.map((action) => {
          const button = (
            <SubmitButton name="action" value={action} className={action === 'reject' ? 'btn btn-bad' : 'btn btn-go'}>
              {t(`action.${action}`)}
              <span className="vh"> {shownNumber}</span>
            </SubmitButton>
          )
          return (
            <PostForm key={action} className={action === 'reject' ? 'stack stack-2 grow basis-60' : undefined}>
              <input type="hidden" name="id" value={id} />
              {action === 'reject' && (
                <TextField {...form.field('reason')} label={t('action.reason')} hint={t('action.reasonHint')} />
              )}
              {action === 'reject' ? <div>{button}</div> : button}
            </PostForm>
          )
        })}
      </div>
    </article>
  )
}

function ReservationFacts({ reservation }: { reservation: Reservation }) {
  const t = useText('agency')
  const { language } = useLanguage()
  const { fullname, phone, receive, child_seat_count, extra_driver, internet, supplemental_insurance } = reservation
  const extras = [
    child_seat_count > 0 && t('card.seats', { n: child_seat_count }),
    extra_driver && t('card.driver'),
    internet && t('card.internet'),
    supplemental_insurance && t('card.insurance'),
  ].filter((extra) => extra !== false)
  const shownPhone = localDigits(formatPhone(phone), language)
  const guarantee = reservation.deposit.requested || reservation.deposit.uploaded_at !== null
  const facts = [
    { key: 'ad', value: <bdi>{localDigits(String(reservation.ad.id), language)}</bdi> },
    { key: 'customer', value: fullname },
    {
      key: 'phone',
      value: (
        <a className="ltr" href={`tel:${phone}`}>
          {shownPhone}
        </a>
      ),
    },
    { key: 'receive', value: receive },
    { key: 'return', value: reservation.return },
    { key: 'due', value: <Money amount={reservation.due_at_desk} currency={reservation.currency} /> },
    ...(guarantee ? [{ key: 'deposit', value: <GuaranteePicture reservation={reservation} /> }] : []),
    ...(extras.length > 0
      ? [{ key: 'extras', value: extras.join(language === 'fa' || language === 'ar' ? '، ' : ', ') }]
      : []),
  ] as const
  return <Facts facts={facts.map(({ key, value }) => ({ key, label: t(`card.${key as 'customer'}`), value }))} />
}

/** The picture that the customer sent, for the company's eyes; or that none came yet. */
function GuaranteePicture({ reservation: { id, number, deposit } }: { reservation: Reservation }) {
  const t = useText('agency')
  const { language } = useLanguage()
  if (!deposit.uploaded_at) return t('card.depositMissing')
  return (
    <a href={pathIn(language, `/profile/reservation/${id}/deposit?at=${Date.parse(deposit.uploaded_at)}`)}>
      {t('card.depositSee')}
      <span className="vh"> {localDigits(number, language)}</span>
    </a>
  )
}
