import type { ReactNode } from 'react'
import { GapText } from '#app/features/booking/gap-text.tsx'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Bill } from '#app/ui/bill.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { ShownChange } from './change-answer.ts'

/** The price as it is and as it would be, and the button that makes the change. */
export function Difference({
  quote,
  currency,
  zone,
  children,
}: {
  quote?: ShownChange
  currency: CurrencyCode
  /** Of the vehicle's place. */
  zone: string
  /** Why the change was not made. */
  children?: ReactNode
}) {
  const t = useText('trips')
  const { language } = useLanguage()
  if (!quote) return null
  const { before, difference, total } = quote
  const amount = formatMoney(Math.abs(difference), currency, language)
  const canChange = quote.available && !quote.isSame
  return (
    <aside className="side stack" id="difference" aria-labelledby="difference-title">
      {children}
      <section className="card stack">
        {!quote.available && (
          <Note kind="warn">{quote.gap ? <GapText gap={quote.gap} zone={zone} /> : <p>{t('change.taken')}</p>}</Note>
        )}
        {quote.available && quote.isSame && <Note>{t('change.nothing')}</Note>}
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
        {difference === 0 && <p className="sm soft">{t(quote.kept > 0 ? 'change.allKept' : 'change.same')}</p>}
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
