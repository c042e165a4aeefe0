import { z } from 'zod'
import { about, deskStaff, locking } from '#app/contract/call/base.ts'
import { Vin } from '#app/contract/company/contracts.ts'
import { optionalCost, optionalDay } from '#app/contract/company/fleet/due.ts'
import { CurrencyCode, IsoDate, Money, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText } from '#app/contract/shapes/text.ts'
import { TagsText } from './tags.ts'

/** What is left out is unknown. Amounts are the owners': from others they are not taken. */
export const VehicleDetails = z.object({
  vin: Vin,
  /** The plate's country, by name in any language or by code. */
  plate_country: optionalText(80),
  key_number: optionalText(60),
  /** The company's place where it stands when nobody has it. */
  home_place: z.preprocess((value) => empty(latin(value)), RowId.optional()),
  bought_on: optionalDay,
  bought_for: optionalCost,
  sold_on: optionalDay,
  sold_for: optionalCost,
  /** What the company finds it by, divided by commas: `family, winter tyres`. */
  tags: TagsText,
})

const Shown = z.object({
  vin: z.string().nullable(),
  plate_country: z.string().nullable(),
  key_number: z.string().nullable(),
  home_place: z.object({ id: z.int(), name: z.string() }).nullable(),
  bought_on: IsoDate.nullable(),
  /** In the minor unit; null for whoever does not see money, too. */
  bought_for: Money.nullable(),
  sold_on: IsoDate.nullable(),
  sold_for: Money.nullable(),
  currency: CurrencyCode,
  tags: z.array(z.string()),
  /** The plates that it had before, the last one first, at most 20. */
  former_plates: z.array(z.object({ plate: z.string(), until: IsoDate })),
})

/** What a company notes of one vehicle besides what it offers. */
export const vehicleDetails = {
  read: about(deskStaff, 'vehicle')
    .route({
      method: 'GET',
      path: '/business/rent/vehicles/{id}/details/',
      summary: 'Chassis number, key, home place, former plates, purchase and sale of a vehicle (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(Shown),
  save: locking(deskStaff, 'vehicle')
    .route({
      method: 'PUT',
      path: '/business/rent/vehicles/{id}/details/',
      summary: 'Note chassis number, key, home place, purchase and sale of a vehicle (ours)',
      tags: ['company'],
    })
    .input(VehicleDetails.extend({ id: RowId }))
    .output(Shown),
}
