import type { DESK_ACTIONS } from '#app/contract/company/reservations/reservations.ts'

type DeskAction = (typeof DESK_ACTIONS)[number]

/** The page on which a reservation gets another vehicle. */
export function vehiclePath(id: string): string {
  return `/desk/reservations/${id}/vehicle`
}

/** The page of an action: `/desk/reservations/…/hand-over`. */
export function actionPath(id: string, action: DeskAction): string {
  return `/desk/reservations/${id}/${action.replace('_', '-')}`
}

/** The page on which a reservation gets more time, or its customer an answer. */
export function extensionPath(id: string): string {
  return `/desk/reservations/${id}/extension`
}
