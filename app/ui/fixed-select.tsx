import { useState } from 'react'
import { type ControlProps, describedBy } from './field.tsx'
import { markupOf } from './markup.ts'
import type { Option } from './select-field.tsx'

/**
 * A list whose options stay as they are as long as the page is there. They are written as text: a page has some 200 of
 * them, a fifth of its elements.
 */
export function FixedSelect({
  options,
  fieldErrors,
  defaultValue,
  minLength: _min,
  maxLength: _max,
  pattern: _pattern,
  ...control
}: ControlProps & { options: readonly Option[]; 'aria-label'?: string }) {
  const [html] = useState(() => ({ __html: markupOf(options.map((option) => markedOption(option, defaultValue))) }))
  return (
    <span className="sel">
      <select
        {...control}
        className="in"
        aria-invalid={fieldErrors?.length ? true : undefined}
        aria-describedby={describedBy({ id: control.id, fieldErrors })}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup, with every text escaped
        dangerouslySetInnerHTML={html}
      />
    </span>
  )
}

function markedOption({ value, label }: Option, chosen: string | undefined) {
  return <option {...{ value: value === label ? undefined : value, selected: value === chosen }}>{label}</option>
}
