/** How many per cent a price is over another, below 0 where it is under it; rounded to whole per cent. Source: *ours*. */
export function percentOver(price: number, other: number): number {
  return Math.round((price / other - 1) * 100)
}

/** The price in the middle of several, the higher of the two where their number is even; undefined where there is none. */
export function middlePrice(prices: readonly number[]): number | undefined {
  return prices.toSorted((one, other) => one - other)[Math.floor(prices.length / 2)]
}
