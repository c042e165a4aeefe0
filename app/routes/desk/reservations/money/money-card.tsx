import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HANDED_OVER } from '#app/rules/reservation/reservation-status.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Card } from '#app/ui/card.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { DeskOne } from '../own.server.ts'

/** The bill, what has come in and what is to be collected; for owners what is left to the company. */
export function MoneyCard({ one }: { one: DeskOne }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { currency, paid, due_at_desk, received_at_desk, deposit_held, refunded, guarantee_amount, earnings } = one
  const isOut = HANDED_OVER.includes(one.status)
  return (
    <Card id="money" title={t('one.money')} className="stack">
      <RentalBill bill={one} />
      {one.price_reason && (
        <p className="sm soft">
          {t('one.priceReason')}: {t(`one.reasons.${one.price_reason}`)}
          {one.price_note && <bdi> · {one.price_note}</bdi>}
        </p>
      )}
      <Bill
        currency={currency}
        lines={[
          { label: t('one.paid'), amount: paid },
          ...(refunded > 0 ? [{ label: t('one.refunded'), amount: -refunded }] : []),
          ...(received_at_desk > 0 ? [{ label: t('one.receivedAtDesk'), amount: received_at_desk }] : []),
          { label: t(one.monthly?.chosen ? 'one.partsLeft' : 'one.dueAtDesk'), amount: due_at_desk },
          ...(deposit_held > 0 ? [{ label: t('one.depositHeld'), amount: deposit_held }] : []),
          ...(guarantee_amount > 0 ? [{ label: t('one.guaranteeLine'), amount: guarantee_amount }] : []),
        ]}
      />
      {one.takes_rent && (
        <>
          {isOut && one.due_now > 0 && (
            <Note kind="warn">{t('one.rentOpen', { amount: formatMoney(one.due_now, currency, language) })}</Note>
          )}
          <div>
            <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}/rent`)}>
              {t('one.recordRent')}
            </a>
          </div>
        </>
      )}
      {one.open_rent && <OpenRent open={one.open_rent} currency={currency} />}
      {earnings && (
        <>
          <hr />
          <Bill
            currency={currency}
            lines={[
              {
                label: t('one.commission', { percent: formatPercent(earnings.commission_percent, language) }),
                amount: -earnings.commission,
              },
            ]}
            sums={[{ label: t('one.share'), amount: earnings.share }]}
          />
        </>
      )}
    </Card>
  )
}

/** Why it was closed with rent open, and why the rest was given up. */
function OpenRent({ open, currency }: { open: NonNullable<DeskOne['open_rent']>; currency: DeskOne['currency'] }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { reason, written_off } = open
  return (
    <>
      <p className="soft">{t('one.closedWith', { reason })}</p>
      {written_off && (
        <p className="soft">
          {t('one.writtenOff', {
            amount: formatMoney(written_off.amount, currency, language),
            reason: written_off.reason,
          })}
        </p>
      )}
    </>
  )
}
