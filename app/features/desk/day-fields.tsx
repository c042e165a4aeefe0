import { formatDate } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'

/** Some day, as an example of how days may be typed. */
const EXAMPLE = '2026-12-03'

/** The two days of a list's filter, as they were typed: in the page's calendar or the other one, in any digits. */
export function DayFields({ from, to }: { from: string | undefined; to: string | undefined }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const hint = t('list.dayHint', { example: formatDate(EXAMPLE, language, 'numeric') })
  return (
    <>
      <TextField id="from" name="from" label={t('list.from')} hint={hint} defaultValue={from} maxLength={20} />
      <TextField id="to" name="to" label={t('list.to')} hint={hint} defaultValue={to} maxLength={20} />
    </>
  )
}
