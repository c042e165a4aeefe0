import { z } from 'zod'
import { allStaff, forCompany } from '#app/contract/call/base.ts'
import { CompanyId, DeskLine } from '#app/contract/company/shapes.ts'
import { Arrival, Readiness } from '#app/contract/reservations/check-in.ts'
import { CurrencyCode, Instant, IsoDate, Money, PublicId } from '#app/contract/shapes/shapes.ts'
import { LANGUAGES } from '#app/rules/constants.ts'

/** A pick-up or a return of the day. */
const Task = z.object({
  kind: z.enum(['PICK_UP', 'RETURN']),
  reservation: DeskLine,
  /** When it is due, or when it was done. */
  at: Instant,
  /** Of a pick-up that is due: how far its customer is prepared, and when they come. */
  check_in: Readiness.extend({ arrival: Arrival.nullable() }).nullable(),
})

export const today = {
  today: forCompany(allStaff)
    .route({
      method: 'GET',
      path: '/desk/today/',
      summary:
        'The day of the company: hand-overs, returns, what waits for an answer, what is late or not sent yet, the next seven days (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(
      z.object({
        /** The day, time and zone of the company's city. */
        date: IsoDate,
        now: Instant,
        zone: z.string(),
        counts: z.object({
          late: z.int(),
          /** Rentals that something endangers (`GET /desk/at_risk/`); 0 for drivers. */
          at_risk: z.int(),
          waiting: z.int(),
          pick_ups: z.int(),
          returns: z.int(),
        }),
        tasks: z.array(Task),
        done: z.array(Task),
        /** Empty for drivers. */
        waiting: z.array(DeskLine),
        /** Booked within a day and not waiting, so colleagues may not have seen it yet. Empty for drivers. */
        fresh: z.array(DeskLine),
        /**
         * Messages to the company's staff of the last two days that were not sent, in the language of their receivers.
         * Empty for drivers.
         */
        unsent: z.array(
          z.object({
            title: z.string(),
            language: z.enum(LANGUAGES),
            at: Instant,
            reservation: PublicId.nullable(),
          }),
        ),
        /** Charges that nobody has sent to their customers yet, the oldest first. Empty for drivers. */
        drafts: z.array(
          z.object({
            reservation: PublicId,
            fullname: z.string(),
            kind: z.enum(['RETURN', 'HAND']),
            amount: Money,
            currency: CurrencyCode,
            since: Instant,
          }),
        ),
        /** Licences that customers have sent and nobody has looked at, the next pick-up first. Empty for drivers. */
        licences: z.array(
          z.object({ reservation: PublicId, fullname: z.string(), start_at: Instant, zone: z.string() }),
        ),
        /** Empty for drivers. `out` is how many vehicles customers have that day. */
        week: z.array(z.object({ date: IsoDate, pick_ups: z.int(), returns: z.int(), out: z.int() })),
        /** Null for drivers. */
        fleet: z.object({ total: z.int(), out: z.int(), blocked: z.int() }).nullable(),
      }),
    ),
}
