import { RefundNote } from '#app/features/payment/refund-note.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { formatInstant, formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Note } from '#app/ui/page/note.tsx'
import { moneyOutcomeOf, type ReservationPhase } from './phase.ts'

/** The reservation's status in a sentence or two: the deadline, and what happens to the money. */
export function PhaseNote({ voucher, phase }: { voucher: VoucherFacts; phase: ReservationPhase }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { city, company, currency } = voucher
  const place = { city: city.name }
  if (phase === 'pay' && voucher.hold_until) {
    const until = formatTime(localOf(new Date(voucher.hold_until), city.zone).time, language)
    const amount = formatMoney(voucher.payable_now - voucher.paid, currency, language)
    return <Note kind="warn">{t('say.pay', { ...place, until, amount })}</Note>
  }
  if (phase === 'checking')
    return <Note>{t(voucher.payment?.status === 'REVIEW' ? 'say.review' : 'say.checking')}</Note>
  if (phase === 'waiting' && voucher.confirm_by) {
    const until = formatInstant(new Date(voucher.confirm_by), city.zone, language, 'weekday')
    return <Note>{t('say.waiting', { ...place, until, company: company.name })}</Note>
  }
  return (
    <Note kind="warn">
      <p>{endOf(voucher, t)}</p>
      {voucher.is_shared || <MoneyNote voucher={voucher} />}
    </Note>
  )
}

function MoneyNote({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const outcome = moneyOutcomeOf(voucher)
  if (!('amount' in outcome)) return <p>{t(`say.${outcome.kind}`)}</p>
  const amount = formatMoney(outcome.amount, voucher.currency, language)
  const toWallet = (sum: number) =>
    t('say.toWallet', {
      amount: formatMoney(sum, voucher.currency, language),
      phone: phoneIn(language, voucher.phone),
    })
  return (
    <>
      {outcome.isLate && <p>{t('say.late')}</p>}
      <p>{outcome.kind === 'toWallet' ? toWallet(outcome.amount) : t(`say.${outcome.kind}`, { amount })}</p>
      {'toWallet' in outcome && outcome.toWallet > 0 && <p>{toWallet(outcome.toWallet)}</p>}
      {outcome.kind !== 'toCard' && outcome.kind !== 'toAccount' && <RefundNote />}
    </>
  )
}

function endOf({ status, company }: VoucherFacts, t: ReturnType<typeof useText<'voucher'>>): string {
  if (status === 'CANCELLED') return t('say.cancelled')
  return status === 'REJECTED' ? t('say.rejected', { company: company.name }) : t('say.expired')
}
