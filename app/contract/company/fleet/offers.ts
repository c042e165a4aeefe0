import { z } from 'zod'
import { deskStaff, filteredByCompany, locking } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId, Plate } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, Instant, listOf, Money, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText } from '#app/contract/shapes/text.ts'
import { TAG_LENGTH } from '#app/rules/fleet/vehicle-tags.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'

const { BOOKED_VEHICLE, VEHICLE_STATE } = ERRORS

/** The lowest and the highest price per day, in the minor unit. */
export const DayPrice = z.preprocess(
  (value) => empty(latin(value)),
  numeric({ error: 'number' }).int('number').min(1, 'min').max(1_000_000_000, 'max').optional(),
)
const Tiers = { p1: DayPrice, p3: DayPrice, p7: DayPrice, p14: DayPrice, p30: DayPrice }

export const DeskVehicle = z.object({
  id: z.int(),
  title: z.string(),
  year: z.int(),
  picture: z.string(),
  city: z.string(),
  plate: Plate,
  state: z.enum(VEHICLE_STATES),
  currency: CurrencyCode,
  /** Prices per day by length of rental. */
  p1: Money,
  p3: Money,
  p7: Money,
  p14: Money,
  p30: Money,
  /** Whether a customer has the vehicle now. */
  is_out: z.boolean(),
  /** How many vehicles are copies of this listing, each with its own plate; the vehicle itself counts, too. */
  units: z.int(),
  /** What the company finds it by; travellers do not see them. */
  tags: z.array(z.string()),
  /** When the next reservation needs the vehicle; null if nothing is booked. */
  next_at: Instant.nullable(),
})

export const offers = {
  search: filteredByCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/vehicles/',
      summary: 'The company’s vehicles, also those that are paused or retired',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        company: CompanyId,
        /** One vehicle alone. */
        id: z.preprocess((value) => empty(latin(value)), RowId.optional().catch(undefined)),
        /** A plate, a part of a name, or the number of the listing. */
        q: optionalText(80).catch(undefined),
        state: z.enum(VEHICLE_STATES).optional().catch(undefined),
        tag: optionalText(TAG_LENGTH).catch(undefined),
      }),
    )
    .output(listOf(DeskVehicle)),
  changeOffer: locking(deskStaff, 'vehicle')
    .errors({ BOOKED_VEHICLE, VEHICLE_STATE })
    .route({
      method: 'PATCH',
      path: '/business/rent/vehicles/{id}/',
      summary: 'Plate, day prices, pause or retire; reservations that were made keep their prices (ours)',
      tags: ['company'],
    })
    .input(
      z.strictObject({
        id: RowId,
        plate: z.preprocess(
          (value) => (value === '' ? null : latin(value)),
          z
            .string()
            .regex(/^[\p{L}\p{N} -]{2,20}$/u, 'plate')
            .nullable()
            .optional(),
        ),
        state: z.enum(['OFFERED', 'PAUSED', 'RETIRED']).optional(),
        ...Tiers,
      }),
    )
    .output(DeskVehicle),
}
