import { z } from 'zod'
import { amountsIn, typedFields } from '#app/features/own-places/typed-fields.server.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import {
  CHARGE_NAMES,
  type ChargeTerms,
  chargeNamed,
  chargePath,
  chargesBy,
  DAMAGE_SIZES,
} from '#app/rules/reservation/protocol.ts'

/** What is charged after a return, as typed. */
export const TypedCharges = z
  .object({
    ...typedFields(['late_hour', 'km', 'fuel_eighth', 'charge_percent']),
    damage: z.object(typedFields(DAMAGE_SIZES)).optional(),
  })
  .optional()

/**
 * The typed prices, or undefined if none is new: a company that never changed one keeps the usual ones of each currency. None may be
 * empty.
 */
export function chargesIn(fields: FormData, company: { charges: ChargeTerms; currency: CurrencyCode }) {
  const { minor, fieldErrors } = amountsIn(fields, company.currency, CHARGE_NAMES.map(chargePath))
  for (const path of CHARGE_NAMES.map(chargePath)) if (minor[path] === null) fieldErrors[path] ??= ['required']
  const charges = chargesBy((name) => minor[chargePath(name)] ?? 0)
  const isNew = CHARGE_NAMES.some((name) => chargeNamed(charges, name) !== chargeNamed(company.charges, name))
  return { charges: isNew ? charges : undefined, fieldErrors }
}
