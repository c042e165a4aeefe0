import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Bill } from '#app/ui/bill.tsx'
import { SubmitButton } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { RentalBill } from '#app/ui/rental-bill.tsx'
import type { ShownChange } from './change-answer.ts'

/** On top of the form that came back: whether it can be had, and what is to be paid or comes back. */
export function DifferenceNote({ quote }: { quote: ShownChange }) {
  const t = useText('trips')
  const { language } = useLanguage()
  if (!quote.available) {
    return (
      <Note kind="warn" role="alert">
        {t('change.taken')}
      </Note>
    )
  }
  const amount = formatMoney(Math.abs(quote.difference), quote.currency, language)
  return (
    <Note role="status">
      {quote.isSame ? t('change.nothing') : <a href="#difference">{differenceText(quote, amount, t)}</a>}
    </Note>
  )
}

/** The price as it is and as it would be, and the button that makes the change. */
export function Difference({ quote, currency }: { quote?: ShownChange; currency: CurrencyCode }) {
  const t = useText('trips')
  const { language } = useLanguage()
  if (!quote) return null
  const { before, difference, total } = quote
  const amount = formatMoney(Math.abs(difference), currency, language)
  const canChange = quote.available && !quote.isSame
  return (
    <aside className="side stack" id="difference" aria-labelledby="difference-title">
      <section className="card stack">
        <h2>{t('change.before')}</h2>
        <RentalBill bill={{ currency, lines: before.lines, total: before.total }} />
        <hr />
        <h2 id="difference-title">{t('change.after')}</h2>
        <RentalBill bill={quote} />
        <Bill
          currency={currency}
          lines={[
            { label: t('change.alreadyPaid'), amount: before.paid },
            ...(quote.kept > 0 ? [{ label: t('change.kept'), amount: -quote.kept }] : []),
          ]}
          sums={
            difference === 0
              ? []
              : [{ label: t(difference > 0 ? 'change.more' : 'change.less'), amount: Math.abs(difference) }]
          }
        />
        {quote.kept > 0 && <Note kind="warn">{t(`change.keptWhy.${quote.share === 'half' ? 'half' : 'none'}`)}</Note>}
        {difference === 0 && <p className="sm soft">{t('change.same')}</p>}
        {canChange && difference > 0 && <p className="sm soft">{t('change.moreText')}</p>}
        {canChange && (
          <>
            <input type="hidden" name="shown_total" value={total} />
            <SubmitButton name="intent" value="change">
              {difference > 0 ? t('change.goPay', { amount }) : t('change.goNow')}
            </SubmitButton>
          </>
        )}
      </section>
    </aside>
  )
}

function differenceText(
  { difference, kept }: ShownChange,
  amount: string,
  t: ReturnType<typeof useText<'trips'>>,
): string {
  if (difference === 0) return t(kept > 0 ? 'change.allKept' : 'change.same')
  return `${t(difference > 0 ? 'change.more' : 'change.less')}: ${amount}`
}
