import type { ReplyForm } from '../form/form.tsx'
import { TextField } from '../form/text-field.tsx'

/** An amount of money in whole units, typed in any digits; `answerMoneyForm` reads it. */
export function AmountField({
  form,
  name = 'amount',
  label,
  hint,
}: {
  form: ReplyForm
  name?: string
  label: string
  hint?: string
}) {
  return <TextField {...form.field(name)} label={label} hint={hint} inputMode="decimal" maxLength={30} required />
}
