import type { ReactNode } from 'react'

export interface StatusStep {
  key: string
  state: 'done' | 'now' | 'todo'
  title: ReactNode
  detail?: ReactNode
  /** A form or link that leads to the next step, shown at the current one. */
  action?: ReactNode
}

/** The steps of a process: done, current, and to come. */
export function StatusLine({ steps, label }: { steps: readonly StatusStep[]; label: string }) {
  return (
    <ol className="line" aria-label={label}>
      {steps.map(({ key, state, title, detail, action }) => (
        <li
          key={key}
          className={state === 'now' ? undefined : state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <b>{title}</b> {detail && <small>{detail}</small>}
          {state === 'now' && action}
        </li>
      ))}
    </ol>
  )
}

/** The current step of the booking, at the top of a page. */
export function Progress({ steps, at, label }: { steps: readonly string[]; at: number; label: string }) {
  return (
    <ol className="progress" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} className={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
          {step}
        </li>
      ))}
    </ol>
  )
}
