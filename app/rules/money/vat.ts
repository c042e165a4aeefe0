/** A country's usual rate of value added tax in per cent, and cities with another one. */
interface VatRates {
  usual: number
  cities?: Readonly<Record<string, number>>
}

/**
 * Value added tax on the rent of a vehicle, by country and the slug of a city: free trade zones of Iran have none. As of 2026; a
 * country that is missing here has no rate, and is listed as that. Source: issue 19, C; the rates are public.
 */
const RATES: Readonly<Record<string, VatRates>> = {
  IR: { usual: 10, cities: { kish: 0, qeshm: 0 } },
  TR: { usual: 20 },
  AE: { usual: 5 },
  DE: { usual: 19 },
  AT: { usual: 20 },
  FR: { usual: 20 },
  GR: { usual: 24 },
  IT: { usual: 22 },
  NL: { usual: 21 },
  GE: { usual: 18 },
  AM: { usual: 20 },
}

/** The rate in per cent at a place, and whether it is another one than its country's; null where none is known. */
export function vatAt({
  country,
  city,
}: {
  country: string
  city: string
}): { percent: number; isZone: boolean } | null {
  const rates = RATES[country]
  if (!rates) return null
  const own = rates.cities?.[city]
  return { percent: own ?? rates.usual, isZone: own !== undefined }
}
