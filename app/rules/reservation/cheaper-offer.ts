/** How much lower a total must be, in percent, and how often and among how many vehicles it is looked for. Source: *ours*. */
export const CHEAPER_BOUNDS = {
  leastPercent: 3,
  checkedEveryHours: 12,
  candidates: 8,
  sinceHours: 1,
  untilMinutes: 60,
} as const

/** A reservation that might be switched; amounts in the minor unit of its currency. */
export interface Switchable {
  total: number
  paid: number
  refunded: number
  freeUntil: Date
}

/** What it would be switched to. */
export interface Switched {
  total: number
  payable_now: number
  freeUntil: Date
}

/**
 * Why a reservation is not switched: LATE, it or the other one can no longer be cancelled free of charge; DEARER, the
 * other one costs as much or more; UNCOVERED, what was paid is less than what the other one asks for now. Null if it can
 * be switched. Source: issue 19, D; *ours*.
 */
export function switchRefusal(before: Switchable, after: Switched, now: Date): 'LATE' | 'DEARER' | 'UNCOVERED' | null {
  if (now > before.freeUntil || now > after.freeUntil) return 'LATE'
  if (after.total >= before.total) return 'DEARER'
  return after.payable_now > keptForSwitch(before) ? 'UNCOVERED' : null
}

/** Whether an offer is so much cheaper that it is shown. */
export function isWorthShowing(before: Switchable, after: Switched, now: Date): boolean {
  const most = before.total * (100 - CHEAPER_BOUNDS.leastPercent)
  return switchRefusal(before, after, now) === null && after.total * 100 <= most
}

/** What a free cancellation gives back, all of which is there for the other one. */
export function keptForSwitch({ paid, refunded }: Pick<Switchable, 'paid' | 'refunded'>): number {
  return Math.max(0, paid - refunded)
}
