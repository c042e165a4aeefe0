import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { formatPercent } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { PRICE_REASONS } from '#app/rules/reservation/staff-booking.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Card } from '#app/ui/card.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { Shown } from './booking-form.server.ts'

type Billed = NonNullable<Shown['bill']>

/** The bill as it stands, and another price for it. */
export function BillCard({ form, bill }: { form: ReplyForm; bill: Shown['bill'] }) {
  const t = useText('counter')
  return (
    <Card id="bill" title={t('bill')} className="stack">
      {bill ? <Sums bill={bill} /> : <p className="soft">{t('noBill')}</p>}
      {bill && <input type="hidden" name="shown_total" value={bill.total} />}
      {bill && <OtherPrice form={form} bill={bill} />}
      <div>
        <SubmitButton name="intent" value="price" className="btn btn-s">
          {t('workOut')}
        </SubmitButton>
      </div>
    </Card>
  )
}

function Sums({ bill }: { bill: Billed }) {
  const t = useText('counter')
  const { language } = useLanguage()
  const { currency, payable_now, due_at_desk, guarantee_amount, commission_percent } = bill
  return (
    <>
      <RentalBill bill={bill} />
      <Bill
        currency={currency}
        lines={[
          ...(bill.payments.includes('LINK') ? [{ label: t('now'), amount: payable_now }] : []),
          { label: t('atPickUp'), amount: due_at_desk },
          ...(guarantee_amount > 0 ? [{ label: t('deposit'), amount: guarantee_amount }] : []),
          { label: t('commission'), amount: formatPercent(commission_percent, language) },
        ]}
      />
    </>
  )
}

/** Open when there is something in it: a text browser shows it in any case. */
function OtherPrice({ form, bill: { price, currency } }: { form: ReplyForm; bill: Billed }) {
  const t = useText('counter')
  const desk = useText('desk')
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, currency, language)
  const listed = money(price.listed)
  if (price.percent === 0) return <p className="sm soft">{t('onlyOwner', { listed })}</p>
  const isOpen = Boolean(form.value('day_price') || form.fieldErrors('day_price'))
  return (
    <details open={isOpen || undefined}>
      <summary className="sm brand b">{t('otherPrice')}</summary>
      <div className="stack stack-2">
        <TextField
          {...form.field('day_price')}
          label={t('dayPrice', { unit: unitOf(currency, language) })}
          hint={t('within', { lowest: money(price.lowest), highest: money(price.highest), listed })}
          inputMode="decimal"
          maxLength={30}
          optional
        />
        <SelectField
          {...form.field('price_reason')}
          label={t('reason')}
          options={[
            { value: '', label: t('noReason') },
            ...PRICE_REASONS.map((value) => ({ value, label: desk(`one.reasons.${value}`) })),
          ]}
        />
        <TextField {...form.field('price_note')} label={t('reasonNote')} maxLength={200} optional />
      </div>
    </details>
  )
}
