/** By how many per cent a price is above another, negative if below; rounded to whole per cent. Source: *ours*. */
export function percentOver(price: number, other: number): number {
  return Math.round((price / other - 1) * 100)
}

/** The median price, the higher of the two middle ones; undefined without prices. */
export function middlePrice(prices: readonly number[]): number | undefined {
  return prices.toSorted((one, other) => one - other)[Math.floor(prices.length / 2)]
}
