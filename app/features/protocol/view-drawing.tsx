import type { FixedView } from '#app/rules/reservation/protocol.ts'
import car from './car-views.svg?url&no-inline'
import motorbike from './motorbike-views.svg?url&no-inline'

/** The outline of a car or a motorbike from one side, to stand as it shows. Left stays left in every language. */
export function ViewDrawing({ view, isCar }: { view: FixedView; isCar: boolean }) {
  return (
    <svg className="aim" viewBox="0 0 240 150" aria-hidden="true">
      <use href={`${isCar ? car : motorbike}#${view}`} />
    </svg>
  )
}
