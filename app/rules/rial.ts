/** Banks of Iran count in rial and we count in toman: the one place where one becomes the other. Throws a RangeError for what is no amount. */
export function rialOf(toman: number): number {
  const rial = toman * 10
  if (toman <= 0 || !Number.isSafeInteger(toman) || !Number.isSafeInteger(rial))
    throw new RangeError('An amount is a positive whole number of toman')
  return rial
}
