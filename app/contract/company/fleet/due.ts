import { z } from 'zod'
import { about, deskStaff, forCompany, limited, locking } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId, Plate } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import {
  CurrencyCode,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  PublicId,
  RowId,
} from '#app/contract/shapes/shapes.ts'
import { empty, grouped, latin, optionalText } from '#app/contract/shapes/text.ts'
import { DUE_KINDS, DUE_STATES } from '#app/rules/fleet/due.ts'
import { DESK_AMOUNT_MAX, ODOMETER_MAX } from '#app/rules/reservation/protocol.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { CHANGED_MEANWHILE } = ERRORS

/** A period in which a vehicle is free, in its city's local time. */
const FreeTime = z.object({ start_date: IsoDate, start_time: z.string(), end_date: IsoDate, end_time: z.string() })

/** A paper or a work of a vehicle that falls due. */
export const Due = z.object({
  id: z.int(),
  vehicle: z.object({ id: z.int(), title: z.string(), plate: Plate, picture: z.string() }),
  kind: z.enum(DUE_KINDS),
  /** The last day of a paper, or the day of a work. */
  due_on: IsoDate.nullable(),
  /** The reading of the odometer in km at which it is due. */
  due_km: z.int().nullable(),
  /** The last known reading in km. */
  odometer: z.int().nullable(),
  /** The day on which the vehicle reaches `due_km`, estimated from its hand-overs. */
  expected_on: IsoDate.nullable(),
  state: z.enum(DUE_STATES),
  /** Whether the vehicle is not handed over because of it. */
  closes_hand_over: z.boolean(),
  /** What it is expected to cost, in the minor unit. */
  cost: Money.nullable(),
  currency: CurrencyCode,
  note: z.string().nullable(),
  /** Whether the calendar has a block for service from now on. */
  is_blocked: z.boolean(),
  /** The first free time for the work before it is due; null for papers, or where there is none. */
  free_time: FreeTime.nullable(),
})

const DoneWork = z.object({
  id: z.int(),
  kind: z.enum(DUE_KINDS),
  done_on: IsoDate,
  done_km: z.int().nullable(),
  cost: Money.nullable(),
  note: z.string().nullable(),
})

export const VehicleDue = z.object({
  open: z.array(Due),
  /** What was done, newest first, at most 50. */
  done: z.array(DoneWork),
  /** What the vehicle cost in the last 365 days, by kind, in the minor unit. */
  costs: z.array(z.object({ kind: z.enum(DUE_KINDS), times: z.int(), amount: Money })),
  odometer: z.int().nullable(),
  currency: CurrencyCode,
  /** The papers of all of these: `due` is what each belongs to. */
  papers: z.array(z.object({ id: PublicId, due: z.int(), name: z.string(), added_at: Instant })),
})

export const optionalDay = z.preprocess(empty, IsoDate.optional())
const optionalKm = z.preprocess(
  (value) => empty(grouped(value)),
  numeric({ error: 'number' }).int('number').min(1, 'min').max(ODOMETER_MAX, 'max').optional(),
)
export const optionalCost = z.preprocess(
  (value) => empty(latin(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(DESK_AMOUNT_MAX, 'max').optional(),
)

/** What falls due: at least a day or kilometres. */
export const DueFields = z.object({
  kind: z.enum(DUE_KINDS, { error: 'required' }),
  due_on: optionalDay,
  due_km: optionalKm,
  cost: optionalCost,
  note: optionalText(200),
})

/** What was done, and when it is due again; without a day or kilometres nothing follows. */
export const DoneFields = z.object({
  done_on: IsoDate,
  done_km: optionalKm,
  cost: optionalCost,
  next_on: optionalDay,
  next_km: optionalKm,
})

export const DUE_VIEWS = ['NEAR', 'PASSED', 'ALL'] as const

const ofVehicle = about(deskStaff, 'vehicle')

export const due = {
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/due/',
      summary: 'What of the company’s vehicles falls due, the nearest first (ours)',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        company: CompanyId,
        /** NEAR: passed or due soon. */
        view: z.enum(DUE_VIEWS).default('NEAR').catch('NEAR'),
        kind: z.enum(DUE_KINDS).optional().catch(undefined),
      }),
    )
    .output(listOf(Due)),
  ofVehicle: about(deskStaff, 'vehicle')
    .route({
      method: 'GET',
      path: '/business/rent/vehicles/{id}/due/',
      summary: 'A vehicle’s papers and works: what falls due, what was done, what it cost (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId }))
    .output(VehicleDue),
  add: locking(deskStaff, 'vehicle')
    .route({
      method: 'POST',
      path: '/business/rent/vehicles/{id}/due/',
      summary: 'Enter a paper or a work of a vehicle that falls due (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(DueFields.extend({ id: RowId }))
    .output(VehicleDue),
  complete: locking(deskStaff, 'vehicle')
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/vehicles/{id}/due/done/',
      summary: 'Say that it was done, what it cost, and when it is due again (ours)',
      tags: ['company'],
    })
    .input(DoneFields.extend({ id: RowId, due: RowId }))
    .output(VehicleDue),
  remove: ofVehicle
    .route({
      method: 'POST',
      path: '/business/rent/vehicles/{id}/due/remove/',
      summary: 'Remove what was entered by mistake (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId, due: RowId }))
    .output(VehicleDue),
  addPaper: ofVehicle
    .meta(limited(ofVehicle, { bucket: 'vehicle paper', most: 300, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/business/rent/vehicles/{id}/due/papers/',
      summary:
        'Attach a paper: multipart, at most 10 MB, jpeg, png or a PDF without scripts; the same one twice is one (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(z.object({ id: RowId, due: z.preprocess(latin, RowId), file: z.file({ error: 'required' }) }))
    .output(VehicleDue),
  readPaper: ofVehicle
    .route({
      method: 'GET',
      path: '/business/rent/vehicles/{id}/due/paper/',
      summary: 'A paper of what falls due or was done (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId, paper: PublicId }))
    .output(z.file()),
  removePaper: ofVehicle
    .route({
      method: 'POST',
      path: '/business/rent/vehicles/{id}/due/papers/remove/',
      summary: 'Take a paper away with its file (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId, paper: PublicId }))
    .output(VehicleDue),
}
