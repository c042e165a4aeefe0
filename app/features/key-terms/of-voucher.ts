import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import type { KeyTermsFacts } from './key-terms.tsx'

/** The key terms of a reservation that is offered or being paid, at the instant of the request. */
export function keyTermsOf(voucher: Omit<VoucherFacts, 'links'>, now: string): KeyTermsFacts {
  const { ad, city, deposit_facts, extra_driver_price, free_until, half_until } = voucher
  const { mileage_per_day, extra_km_price, late_hour_price, fuel_rule, min_driver_age, min_licence_years } = ad
  const { currency, excess, guarantee_amount, trust_type } = voucher
  return {
    ...{ currency, mileage_per_day, extra_km_price, late_hour_price, fuel_rule, trust_type, guarantee_amount, excess },
    ...{ min_driver_age, min_licence_years, extra_driver: extra_driver_price },
    deposit_back_days: deposit_facts.back_days,
    cancellation: { free_until, half_until, now, zone: city.zone, lines: voucher.lines },
  }
}
