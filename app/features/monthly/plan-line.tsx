import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { MonthlyPart } from '#app/contract/shapes/monthly-part.ts'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { StatusLine } from '#app/ui/page/status-line.tsx'
import { Tag } from '#app/ui/tag.tsx'

type Part = Omit<z.infer<typeof MonthlyPart>, 'id'>
type Plan = { currency: CurrencyCode; total: number; received: number; parts: readonly Part[]; next: number | null }

/** The parts of a rental in their order, with what is paid, due and late; `action` is what can be done about the next one. */
export function PlanLine({
  plan,
  zone,
  action,
  invoice,
}: {
  plan: Plan
  zone: string
  action?: ReactNode
  /** The link to the invoice of a part that was paid online. */
  invoice?: (payment: string) => ReactNode
}) {
  const t = useText('monthly')
  const { language } = useLanguage()
  const { currency, parts, next } = plan
  const detailOf = ({ paid, due_on, state, days_late, left, amount, days }: Part) => {
    if (paid) {
      const at = formatInstant(new Date(paid.at), zone, language, 'weekday')
      return (
        <>
          {t(paid.by === 'ONLINE' ? 'paidOnline' : 'paidAtDesk', { at })}
          {paid.payment && invoice && <> · {invoice(paid.payment)}</>}
        </>
      )
    }
    const date = formatDate(due_on, language, 'weekday')
    return (
      <>
        {state === 'LATE' ? t('lateSince', { date, n: days_late }) : t('dueBy', { date })}
        {days > 0 && <> · {t('partDays', { n: days })}</>}
        {left > 0 && left < amount && <> · {t('partLeft', { amount: formatMoney(left, currency, language) })}</>}
      </>
    )
  }
  return (
    <StatusLine
      label={t('plan')}
      steps={parts.map((part) => ({
        key: String(part.position),
        state: part.state === 'PAID' ? 'done' : part.position === next ? 'now' : 'todo',
        title: (
          <>
            {t('part', { n: part.position, amount: formatMoney(part.amount, currency, language) })}{' '}
            {part.state === 'LATE' && <Tag kind="bad">{t('state.LATE')}</Tag>}
          </>
        ),
        detail: detailOf(part),
        action: part.position === next ? action : undefined,
      }))}
    />
  )
}

/** How many parts are paid, and how much of the price. */
export function PlanSum({ plan: { currency, parts, received, total } }: { plan: Plan }) {
  const t = useText('monthly')
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <p className="soft">
      {t('sum', {
        paid: parts.filter(({ state }) => state === 'PAID').length,
        n: parts.length,
        received: money(Math.min(received, total)),
        total: money(total),
      })}
    </p>
  )
}
