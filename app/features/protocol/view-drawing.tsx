import type { FixedView } from '#app/rules/reservation/protocol.ts'
import drawings from './views.svg?url&no-inline'

/** The outline of a car from one side, to stand as it shows. Left stays left in every language. */
export function ViewDrawing({ view }: { view: FixedView }) {
  return (
    <svg className="aim" viewBox="0 0 240 150" aria-hidden="true">
      <use href={`${drawings}#${view}`} />
    </svg>
  )
}
