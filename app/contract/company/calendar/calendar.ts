import { z } from 'zod'
import { about, deskStaff, filteredByCompany } from '#app/contract/call/base.ts'
import { CompanyId, Plate } from '#app/contract/company/shapes.ts'
import { ReservationStatus } from '#app/contract/reservations/reservations.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { IsoDate, listOf, PageQuery, RowId, SlotTime } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText } from '#app/contract/shapes/text.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'
import { BLOCK_PURPOSES } from '#app/rules/time/fleet-calendar.ts'

/** How many days the calendar shows: two weeks, or about a month. */
const CALENDAR_DAYS = [14, 30] as const
const MOST_CALENDAR_VEHICLES = 200

/** Something that occupies a vehicle, in its city's local time. */
const Stay = z.object({
  kind: z.enum(['RESERVATION', 'BLOCK']),
  /** The id of the reservation, or the number of the block. */
  id: z.string(),
  /** What a block is for; null for a reservation, and where nobody said. */
  purpose: z.enum(BLOCK_PURPOSES).nullable(),
  /** The customer's name, or the reason of the block. */
  label: z.string().nullable(),
  /** Null for a block. */
  status: ReservationStatus.nullable(),
  is_late: z.boolean(),
  /** Whether an external calendar blocks it. */
  is_imported: z.boolean(),
  start_date: IsoDate,
  start_time: z.string(),
  end_date: IsoDate,
  end_time: z.string(),
  /** When the vehicle is free again, after the company's gap: `2026-12-03T10:30`. */
  free_from: z.string(),
})

const Vehicle = z.object({ id: z.int(), title: z.string(), plate: Plate })

const Days = z.preprocess(
  (value) => Number(latin(value)),
  z.union(CALENDAR_DAYS.map((days) => z.literal(days))).catch(CALENDAR_DAYS[0]),
)

export const calendar = {
  read: filteredByCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/calendar/',
      summary: 'What holds each vehicle over some days: reservations and blocks (ours)',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        size: numeric().int().min(1).max(MOST_CALENDAR_VEHICLES).catch(50).default(50),
        company: CompanyId,
        /** The first day; by default today. */
        from: z.preprocess(empty, IsoDate.optional().catch(undefined)),
        days: Days.default(CALENDAR_DAYS[0]),
        /** A plate, a part of a name, or the number of the listing. */
        q: optionalText(80).catch(undefined),
        /** One vehicle alone. */
        ad: z.preprocess(empty, RowId.optional().catch(undefined)),
      }),
    )
    .output(
      listOf(Vehicle.extend({ state: z.enum(VEHICLE_STATES), stays: z.array(Stay) })).extend({
        from: IsoDate,
        days: z.int(),
        today: IsoDate,
        /** The next half hour: nothing can be blocked before it. */
        next_slot: z.string(),
      }),
    ),
  conflicts: about(deskStaff, 'vehicle')
    .route({
      method: 'GET',
      path: '/desk/vehicles/{id}/conflicts/',
      summary: 'What holds a vehicle in some time (ours)',
      tags: ['company'],
    })
    .input(
      z.object({
        id: z.preprocess((value) => empty(latin(value)), RowId),
        start_date: IsoDate,
        start_time: SlotTime,
        end_date: IsoDate,
        end_time: SlotTime,
      }),
    )
    .output(z.object({ in_the_way: z.array(Stay) })),
}
