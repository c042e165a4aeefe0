/**
 * The tax that a price including it contains, in the same minor unit, rounded half up; of a credit note the
 * same with a minus.
 * `includedTax(10_900, 9) // 900`. Source: *ours*; decisions.md, "Renting": prices include tax.
 * @param percent the rate on the price without tax, 0 to 100
 */
export function includedTax(gross: number, percent: number): number {
  const tax = Math.floor((Math.abs(gross) * percent) / (100 + percent) + 0.5)
  return gross < 0 ? -tax : tax
}
