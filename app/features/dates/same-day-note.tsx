import { useText } from '#app/i18n/text/text.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { useFormReading } from '#app/ui/form/form-reading.live.ts'

const PARTS = ['', '.day', '.month', '.year']

/** What a pick-up and a return on one day mean, in a form with both dates: at once with scripts, with the answer without. */
export function SameDayNote({ form }: { form: Pick<ReplyForm, 'props' | 'value'> }) {
  const t = useText('booking')
  const isTyped = useFormReading(form.props.id, isOneDay)
  if (!(isTyped ?? isOneDay((name) => form.value(name) ?? ''))) return null
  return (
    <p className="hint" role="status">
      {t('when.sameDay')}
    </p>
  )
}

function isOneDay(textOf: (name: string) => string): boolean {
  const [start, end] = ['start_date', 'end_date'].map((name) => PARTS.map((part) => textOf(name + part)).join(''))
  return start === end && start !== ''
}
