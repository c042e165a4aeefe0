import { isAnswerable, type QuoteState } from '#app/rules/reservation/quote.ts'
import { Tag } from '#app/ui/tag.tsx'

/** The state of a quote, in the same colour on every page. */
export function QuoteTag({ state, label }: { state: QuoteState; label: string }) {
  const kind = state === 'ACCEPTED' ? 'ok' : isAnswerable(state) ? 'warn' : undefined
  return <Tag {...(kind && { kind })}>{label}</Tag>
}
