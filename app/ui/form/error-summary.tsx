import { useText } from '#app/i18n/text/text.tsx'
import { useFocusOnNew } from '../focus-on-new.ts'
import type { SummaryEntry } from './form.tsx'

/**
 * The errors of a refused form, above it and focused, in the order of its fields, each with a link to its field.
 * `<ErrorSummary entries={form.summary({ fullname: t('fullname') })} />`
 */
export function ErrorSummary({ id, entries }: { id: string; entries: readonly SummaryEntry[] }) {
  const t = useText('common')
  // Each answer is a new object, so the focus moves again even if the errors are the same as before.
  const box = useFocusOnNew<HTMLDivElement>(entries[0]?.reply ?? entries[0]?.fieldError)
  if (entries.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: after a refused form, this is the only way to move the focus without JavaScript
    <div className="errors" role="alert" tabIndex={-1} aria-labelledby={`${id}-title`} ref={box} autoFocus>
      <h2 id={`${id}-title`}>{t('form.errorsTitle', { n: entries.length })}</h2>
      <ul>
        {entries.map((entry) => (
          <SummaryLine key={`${entry.id} ${entry.fieldError.key}`} {...entry} />
        ))}
      </ul>
    </div>
  )
}

function SummaryLine({ id, label, fieldError }: SummaryEntry) {
  const t = useText('errors')
  const common = useText('common')
  const message = t.loose(fieldError.key, fieldError.values)
  const text = label ? common('form.fieldError', { field: label, message }) : message
  return <li>{id ? <a href={`#${id}`}>{text}</a> : text}</li>
}
