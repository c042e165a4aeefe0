import { z } from 'zod'
import { about, deskStaff, forCompany, limited, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import {
  ClockTime,
  CurrencyCode,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  PublicId,
} from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText, requiredText, Text } from '#app/contract/shapes/text.ts'
import { FINE_KINDS, FINE_MATCHES, FINE_ROWS_MAX, FINE_STATUSES } from '#app/rules/fleet/fine.ts'
import { PROPOSAL_STATUSES } from '#app/rules/reservation/charges/proposal-status.ts'
import { DESK_AMOUNT_MAX } from '#app/rules/reservation/protocol.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { CHANGED_MEANWHILE } = ERRORS

const Rental = z.object({
  id: PublicId,
  number: z.string(),
  fullname: z.string(),
  out_at: Instant,
  /** Null while the vehicle is out. */
  back_at: Instant.nullable(),
})

/** A fine or a toll that reached the company for a vehicle. */
export const Fine = z.object({
  id: PublicId,
  kind: z.enum(FINE_KINDS),
  /** As it stands on the notice. */
  plate: z.string(),
  at: Instant,
  /** The zone of the company’s city, in which its times are written. */
  zone: z.string(),
  what: z.string(),
  /** The number of the notice. */
  notice: z.string().nullable(),
  /** In the minor unit. */
  amount: Money,
  currency: CurrencyCode,
  /** The last day on which it can be paid. */
  pay_by: IsoDate.nullable(),
  match: z.enum(FINE_MATCHES),
  vehicle: z.object({ id: z.int(), title: z.string(), plate: z.string().nullable() }).nullable(),
  /** The rental then under way. */
  rental: Rental.nullable(),
  status: z.enum(FINE_STATUSES),
  /** What the company asked for its work, in the minor unit. */
  fee: Money,
  /** How the customer answered what was asked for. */
  charge: z.enum(PROPOSAL_STATUSES).nullable(),
})

const FineWithRentals = Fine.extend({
  /** The rentals before and after, where the vehicle was with the company. */
  before: Rental.nullable(),
  after: Rental.nullable(),
  /** Whether nobody has decided yet, or what was asked for was withdrawn. */
  is_open: z.boolean(),
  /** Whether the customer can still be asked. */
  is_chargeable: z.boolean(),
  /** The company's fee by its terms, in the minor unit: what the form proposes. */
  usual_fee: Money,
})

const Amount = z.preprocess(
  (value) => empty(latin(value)),
  numeric({ error: 'number' }).int('number').min(1, 'min').max(DESK_AMOUNT_MAX, 'max'),
)

/** A notice as staff enter it. The time is local in the company's city, to the minute. */
export const FineFields = z.object({
  kind: z.enum(FINE_KINDS, { error: 'required' }),
  plate: requiredText(20),
  fined_on: IsoDate,
  fined_at: ClockTime,
  what: requiredText(120),
  notice: optionalText(40),
  amount: Amount,
  pay_by: z.preprocess(empty, IsoDate.optional()),
})

const typed = Text.max(300, 'max_length').optional()
/** A row of a list of notices, as typed: it is validated as `FineFields` are, but refused alone. */
export const FineRow = z.object({
  kind: typed,
  plate: typed,
  fined_on: typed,
  fined_at: typed,
  what: typed,
  notice: typed,
  amount: z.union([z.number(), typed]),
  pay_by: typed,
})

/** What is asked of the customer besides the amount of the notice, in the minor unit, and the notice's picture. */
export const FineChargeFields = z.object({
  fee: z.preprocess(
    (value) => empty(latin(value)),
    numeric({ error: 'number' }).int('number').min(0, 'min').max(DESK_AMOUNT_MAX, 'max').default(0),
  ),
  image: z.file().optional(),
})

export const FINE_VIEWS = ['OPEN', 'UNMATCHED', 'CHARGED', 'COMPANY', 'ALL'] as const

export const fines = {
  list: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/fines/',
      summary: 'Fines and tolls of the company’s vehicles, the latest first (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId, view: z.enum(FINE_VIEWS).default('OPEN').catch('OPEN') }))
    .output(listOf(Fine)),
  read: about(deskStaff, 'fine')
    .route({
      method: 'GET',
      path: '/business/rent/fines/{id}/',
      summary: 'A fine or a toll with the rental then under way, or those around it (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId }))
    .output(FineWithRentals),
  enter: forCompany(deskStaff)
    .route({
      method: 'POST',
      path: '/business/rent/fines/',
      summary: 'Enter a fine or a toll; the same notice twice is entered once (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(FineFields.extend({ company: CompanyId }))
    .output(Fine),
  enterMany: about(
    deskStaff.meta(limited(deskStaff, { bucket: 'fines imported', most: 30, seconds: HOUR_SECONDS })),
    'company',
    'company',
  )
    .route({
      method: 'POST',
      path: '/business/rent/fines/import/',
      summary:
        'Enter a list of notices: valid rows are entered once, the others are answered with what is wrong (ours)',
      tags: ['company'],
    })
    .input(
      z.object({ company: CompanyId, rows: z.array(FineRow).min(1, 'required').max(FINE_ROWS_MAX, 'too_many_rows') }),
    )
    .output(
      z.object({
        added: z.int(),
        /** How many of them belong to a rental. */
        found: z.int(),
        /** Entered before. */
        known: z.int(),
        refused: z.array(z.object({ row: z.int(), fields: z.record(z.string(), z.array(z.string())) })),
      }),
    ),
  match: locking(deskStaff, 'fine')
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/fines/{id}/match/',
      summary: 'Look for the rental again, after a plate or a record was corrected (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId }))
    .output(Fine),
  charge: about(deskStaff.meta(notifying(deskStaff, 100)), 'fine')
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/fines/{id}/charge/',
      summary: 'Ask the customer of the rental for it, who may accept or dispute it (ours)',
      tags: ['company'],
    })
    .input(FineChargeFields.extend({ id: PublicId }))
    .output(Fine),
  bear: locking(deskStaff, 'fine')
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/business/rent/fines/{id}/bear/',
      summary: 'The company pays it itself (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: PublicId }))
    .output(Fine),
}
