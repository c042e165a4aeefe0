/** Converts toman, our unit, to rial, the unit of Iranian banks. Throws a RangeError unless it is a valid amount. */
export function rialOf(toman: number): number {
  const rial = toman * 10
  if (toman <= 0 || !Number.isSafeInteger(toman) || !Number.isSafeInteger(rial))
    throw new RangeError('An amount is a positive whole number of toman')
  return rial
}
