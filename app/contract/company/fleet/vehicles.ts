import { z } from 'zod'
import { about, deskStaff, filteredByCompany, forCompany, limited, locking } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { CurrencyCode, Flag, Instant, listOf, PageQuery, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { ComingReservations } from './coming.ts'
import { DayPrice, MOST_COPIES, OwnVehicle, PlateText, VehicleFacts, VehiclePhoto } from './shapes.ts'

const { BOOKED_VEHICLE, VEHICLE_STATE } = ERRORS

const id = z.object({ id: RowId })
const State = z.object({ id: z.int(), state: z.enum(VEHICLE_STATES) })
const Made = { bucket: 'new-vehicle', most: 300, seconds: HOUR_SECONDS }

const creating = forCompany(deskStaff)
const copying = locking(deskStaff, 'vehicle')

/** A company's own vehicles. Money is in the minor unit of the company's currency. */
export const vehicles = {
  list: filteredByCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/vehicles/',
      summary: 'The company’s own vehicles with all their facts, by their numbers',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId, state: z.enum(VEHICLE_STATES).optional().catch(undefined) }))
    .output(listOf(OwnVehicle)),
  create: creating
    .meta(limited(creating, Made))
    .route({
      method: 'POST',
      path: '/vehicles/',
      summary: 'Add a vehicle; it is found and booked at once unless it is to be paused',
      tags: ['company'],
      successStatus: 201,
    })
    .input(
      VehicleFacts.extend({
        company: CompanyId,
        state: z.enum(['OFFERED', 'PAUSED']).default('OFFERED'),
        /** Prices per day by length of rental; a missing one is the same as for the next shorter length. */
        p1: DayPrice,
        ...{ p3: DayPrice.optional(), p7: DayPrice.optional(), p14: DayPrice.optional(), p30: DayPrice.optional() },
      }),
    )
    .output(OwnVehicle),
  choices: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/vehicles/choices/',
      summary: 'What a vehicle can be: makes, body types, and the cities where the company has a place (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(
      z.object({
        currency: CurrencyCode,
        brands: z.array(
          z.object({
            name: z.string(),
            models: z.array(
              z.object({
                id: z.int(),
                name: z.string(),
                trims: z.array(z.object({ id: z.int(), name: z.string() })),
              }),
            ),
          }),
        ),
        types: z.array(z.object({ id: z.int(), name: z.string(), category: z.int() })),
        cities: z.array(z.object({ id: z.int(), name: z.string() })),
      }),
    ),
  read: about(deskStaff, 'vehicle')
    .route({
      method: 'GET',
      path: '/vehicles/{id}/',
      summary: 'One of the company’s own vehicles, its photos, those alike, and the reservations to come (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(
      OwnVehicle.extend({
        photos: z.array(VehiclePhoto),
        /** Its copies and the vehicle that it is a copy of, including itself: one plate each. */
        alike: z.array(
          z.object({
            id: z.int(),
            plate: z.string().nullable(),
            state: z.enum(VEHICLE_STATES),
            /** Whether a customer has it now. */
            is_out: z.boolean(),
            /** The next reservation. */
            next: z.object({ id: PublicId, fullname: z.string(), start_at: Instant }).nullable(),
          }),
        ),
        coming: ComingReservations,
        /** Whether it has a key box of its own; null where the company gives no keys without counter. */
        has_key_box: z.boolean().nullable(),
      }),
    ),
  change: locking(deskStaff, 'vehicle')
    .route({
      method: 'PATCH',
      path: '/vehicles/{id}/',
      summary: 'Change what is sent of a vehicle’s facts; reservations that were made keep theirs (ours)',
      tags: ['company'],
    })
    .input(
      VehicleFacts.partial().extend({
        id: RowId,
        /** Also for its copies and the vehicle that it is a copy of; each keeps its plate and number. */
        all_units: Flag,
      }),
    )
    .output(OwnVehicle),
  pause: locking(deskStaff, 'vehicle')
    .errors({ VEHICLE_STATE })
    .route({
      method: 'POST',
      path: '/vehicles/{id}/pause/',
      summary: 'Nobody finds or books it any more; reservations that were made stay (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(State),
  resume: locking(deskStaff, 'vehicle')
    .errors({ VEHICLE_STATE })
    .route({
      method: 'POST',
      path: '/vehicles/{id}/resume/',
      summary: 'A paused vehicle is found and booked again (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(State),
  retire: locking(deskStaff, 'vehicle')
    .errors({ VEHICLE_STATE, BOOKED_VEHICLE })
    .route({
      method: 'POST',
      path: '/vehicles/{id}/retire/',
      summary: 'It left the fleet for good: its page answers 410, its history stays (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(State),
  copy: copying
    .meta(limited(copying, Made))
    .route({
      method: 'POST',
      path: '/vehicles/{id}/copy/',
      summary: 'Further vehicles of the same kind, one for each plate, with the same facts, prices and photos (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(
      id.extend({
        plates: z.array(PlateText).min(1, 'required').max(MOST_COPIES, 'max_length'),
        state: z.enum(['OFFERED', 'PAUSED']).default('OFFERED'),
      }),
    )
    .output(z.object({ vehicles: z.array(z.object({ id: z.int(), plate: z.string() })) })),
}
