import type { CurrencyCode, FUEL_RULES } from '../constants.ts'
import { convertToMinor } from '../money/price.ts'
import type { RentalTerms } from './charges/return-proposal.ts'
import { type ChargeTerms, chargeNamed, chargesBy, DEFAULT_CHARGES, type IncludedTerms } from './protocol.ts'

/** What a reservation keeps of the terms that it was made by, in its currency. */
export type AgreedTerms = ChargeTerms & { included: IncludedTerms }

/** The terms of an offered vehicle, prices in the minor unit of its company's currency; null where none is set. */
export type OfferedTerms = {
  charges: ChargeTerms | null
  extra_km_price: number | null
  mileage_per_day: number | null
  fuel_rule: (typeof FUEL_RULES)[number]
}

/**
 * What holds for a rental of a vehicle that is offered by these terms. A kilometre costs what the vehicle's page says, where it says so.
 * @param rate toman per euro
 */
export function agreedTerms(
  { charges, extra_km_price, mileage_per_day, fuel_rule }: OfferedTerms,
  { from, to, rate }: { from: CurrencyCode; to: CurrencyCode; rate: number },
): AgreedTerms {
  const ofCompany = charges && from !== to ? convertTerms(charges, { from, rate }) : charges
  const prices = ofCompany ?? DEFAULT_CHARGES[to]
  const km = extra_km_price === null ? prices.km : convertToMinor(extra_km_price, from, to, rate)
  return { ...prices, km, included: { mileage_per_day, fuel_rule } }
}

/** A company's terms in the other currency than its own, each rounded to the minor unit. `rate` is toman per euro. */
export function convertTerms(terms: ChargeTerms, { from, rate }: { from: CurrencyCode; rate: number }): ChargeTerms {
  const to = from === 'EUR' ? 'IRT' : 'EUR'
  return chargesBy((name) => convertToMinor(chargeNamed(terms, name), from, to, rate))
}

/** What a return of a rental is charged by. */
export function rentalTerms({ days }: { days: number }, { included }: AgreedTerms): RentalTerms {
  return { days, mileagePerDay: included.mileage_per_day, isFuelPrepaid: included.fuel_rule === 'PREPAID' }
}
