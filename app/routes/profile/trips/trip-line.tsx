import type { ReactNode } from 'react'
import type { ReservationPhase } from '#app/features/reservation/phase.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { NO_SHOW } from '#app/rules/reservation/reservation-status.ts'
import { Card } from '#app/ui/card.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { StatusLine } from '#app/ui/page/status-line.tsx'
import { DepositForm } from './deposit/deposit.tsx'
import type { OwnTrip } from './own-trip.server.ts'
import { type TripStep, tripSteps } from './trip-steps.ts'

interface LineProps {
  trip: OwnTrip
  phase: ReservationPhase
  form: ReplyForm
}

/** The trip's way from booking to return, with what moves it on where it stands. */
export function TripLine({ trip, phase, form }: LineProps) {
  const t = useText('trips')
  const titleOf = useTitles()
  const detailOf = useDetails(trip)
  return (
    <Card id="way" title={t('way')}>
      <StatusLine
        label={t('way')}
        steps={tripSteps(trip, phase).map((step) => ({
          ...step,
          title: titleOf(step),
          detail: detailOf(step),
          action: <NextAction step={step.key} {...{ trip, phase, form }} />,
        }))}
      />
    </Card>
  )
}

function useTitles(): (step: TripStep) => ReactNode {
  const t = useText('trips')
  const booked = useText('voucher')
  return ({ key, state }) => {
    const isDone = state === 'done'
    switch (key) {
      case 'reserved':
        return booked('line.reserved')
      case 'paid':
        return t(isDone ? 'line.paid' : 'line.pay')
      case 'confirmed':
        return t(isDone ? 'line.confirmed' : 'line.confirm')
      case 'deposit':
        return t(isDone ? 'line.depositSent' : 'line.deposit')
      default:
        return t(`line.${key}`)
    }
  }
}

/** When it was or will be, and by whom or what. */
function useDetails(trip: OwnTrip): (step: TripStep) => string | undefined {
  const t = useText('trips')
  const { language } = useLanguage()
  const { city, company } = trip
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  const joined = (...parts: (string | undefined | null)[]) => parts.filter(Boolean).join(commaOf(language))
  return ({ key, state, at: happened }) => {
    const when = happened && at(happened)
    switch (key) {
      case 'paid':
        return state === 'done' ? joined(paymentLine(trip, t, language), when) : undefined
      case 'confirmed':
        return state === 'now' && trip.confirm_by
          ? t('line.companyUntil', { company: company.name, until: at(trip.confirm_by) })
          : joined(company.name, when)
      case 'deposit':
        return trip.deposit.uploaded_at ? at(trip.deposit.uploaded_at) : t('line.until', { until: at(trip.start_at) })
      case 'pickUp':
        return when ?? slotIn(language, trip.start_date, trip.start_time)
      case 'return':
        return when ?? slotIn(language, trip.end_date, trip.end_time)
      case 'cancelled':
      case 'rejected':
        return joined(when, writtenReason(trip))
      default:
        return when
    }
  }
}

function paymentLine(
  { payments }: OwnTrip,
  t: ReturnType<typeof useText<'trips'>>,
  language: ReturnType<typeof useLanguage>['language'],
) {
  const payment = payments.find(({ status, purpose }) => status === 'PAID' && purpose === 'RESERVATION')
  if (!payment) return undefined
  const name = t(`gateway.${payment.gateway}`)
  const gateway = payment.wallet_amount > 0 ? t('line.withWallet', { gateway: name }) : name
  return payment.trace ? t('line.trace', { gateway, code: localDigits(payment.trace, language) }) : gateway
}

/** What a person wrote when it ended; the system's reasons are codes. */
function writtenReason({ events }: OwnTrip) {
  const last = events.at(-1)
  return last && last.actor !== 'SYSTEM' && last.reason !== NO_SHOW ? last.reason : null
}

function NextAction({ step, trip, phase, form }: LineProps & { step: TripStep['key'] }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  if (step === 'deposit')
    return (
      <div id="deposit">
        <DepositForm trip={trip} form={form} />
      </div>
    )
  if (step !== 'paid') return null
  // Somebody who paid and lost the way back need not wait for our own check with the bank.
  const mayHavePaid = phase === 'pay' && trip.payment?.status === 'REDIRECTED'
  return (
    <div className="row py-2">
      {phase === 'pay' && (
        <a className="btn btn-go" href={pathIn(language, `/payment?id=${trip.id}`)}>
          {t('pay')}
        </a>
      )}
      {(phase === 'checking' || mayHavePaid) && (
        <PostForm>
          <input type="hidden" name="intent" value="check" />
          <button type="submit" className={mayHavePaid ? 'btn' : 'btn btn-go'}>
            {t(mayHavePaid ? 'checkPaid' : 'check')}
          </button>
        </PostForm>
      )}
    </div>
  )
}
