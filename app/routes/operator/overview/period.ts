/** The periods of the overview and of the lists behind it, in days. */
export const PERIODS = [7, 30, 90]

/** The period that an address names, or the usual one. */
export function periodOf(given: string | undefined): number {
  const requested = Number(given)
  return PERIODS.includes(requested) ? requested : 30
}
