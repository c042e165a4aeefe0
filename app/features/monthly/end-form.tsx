import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { EarlyEnd } from '#app/contract/reservations/monthly.ts'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { Note } from '#app/ui/page/note.tsx'

export type EndQuote = z.infer<typeof EarlyEnd>

/** From the first to the last of some days. */
export function daysFrom({ first, last }: { first: CalendarDate; last: CalendarDate }): CalendarDate[] {
  const days = [first]
  while ((days.at(-1) ?? last) < last) days.push(addDays(days.at(-1) ?? last, 1))
  return days
}

/**
 * Ends a rental earlier: the day, what the rental costs then, and the button that ends it, which is there once the price of
 * the chosen day was shown.
 */
export function EndForm({
  form,
  ends,
  quote,
  text,
  mayEnd = true,
  children,
}: {
  form: ReplyForm
  ends: { first: CalendarDate; last: CalendarDate }
  quote: EndQuote | undefined
  text: string
  /** Whether the shown end can be agreed to here. */
  mayEnd?: boolean
  /** Further fields of the shown end. */
  children?: ReactNode
}) {
  const t = useText('monthly')
  const { language } = useLanguage()
  return (
    <PostForm {...form.props} className="card stack">
      <ErrorSummary id="end-errors" entries={form.summary({ end_date: t('end.day'), way: t('end.way') })} />
      <p className="soft">{text}</p>
      <SelectField
        {...form.field('end_date')}
        label={t('end.day')}
        options={daysFrom(ends).map((day) => ({ value: day, label: formatDate(day, language, 'weekday') }))}
      />
      {quote && <EndPrice quote={quote} />}
      {quote && mayEnd && children}
      <div className="row">
        <SubmitButton name="intent" value="price" className={quote ? 'btn' : 'btn btn-go'}>
          {t('end.show')}
        </SubmitButton>{' '}
        {quote && mayEnd && (
          <SubmitButton name="intent" value="end" className="btn btn-bad">
            {t('end.submit', { date: formatDate(quote.end_date, language, 'weekday') })}
          </SubmitButton>
        )}
      </div>
    </PostForm>
  )
}

/** What the rental costs with the earlier end, what came in, and what is left or goes back. */
function EndPrice({ quote }: { quote: EndQuote }) {
  const t = useText('monthly')
  const { language } = useLanguage()
  const { currency, left, refund, desk_back, received } = quote
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <Card id="end-price" title={t('end.price')} className="stack">
      <p>{t('end.until', { until: slotIn(language, quote.end_date, quote.end_time), n: quote.days })}</p>
      <RentalBill
        bill={quote}
        sums={[
          { label: t('received'), amount: -received },
          ...(left > 0 ? [{ label: t('end.left'), amount: left }] : []),
          ...(refund > 0 ? [{ label: t('end.refund'), amount: refund }] : []),
          ...(desk_back > 0 ? [{ label: t('end.deskBack'), amount: desk_back }] : []),
        ]}
      />
      <p className="sm soft">{t('end.rules')}</p>
      {desk_back > 0 && <Note kind="warn">{t('end.atDesk', { amount: money(desk_back) })}</Note>}
      {/* The day whose price was shown: another day is shown first. */}
      <input type="hidden" name="shown" value={`${quote.end_date} ${quote.total}`} />
    </Card>
  )
}
