import { z } from 'zod'
import { about, allStaff, deskStaff, filteredByCompany, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Proposal } from '#app/contract/company/proposal.ts'
import { Protocol } from '#app/contract/company/protocols.ts'
import { AgeBand, CompanyId, DeskLine, Plate } from '#app/contract/company/shapes.ts'
import { OptionalReason } from '#app/contract/company/written.ts'
import { Quote } from '#app/contract/reservations/quotes.ts'
import { ReservationStatus, Voucher } from '#app/contract/reservations/reservations.ts'
import { PaymentCard } from '#app/contract/shapes/payment-shapes.ts'
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
import { empty, latin, optionalText, requiredLines } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { HAND_CHARGE_KINDS } from '#app/rules/reservation/charges/return-proposal.ts'
import { CUSTOMER_SEEN } from '#app/rules/reservation/customer-seen.ts'
import { DESK_ORDERS, REPORT_COUNTS, REPORT_SOURCES } from '#app/rules/reservation/reservation-lists.ts'
import { BOOKING_SOURCES, PRICE_REASONS } from '#app/rules/reservation/staff-booking.ts'
import { DeskCheckIn } from './check-in.ts'
import { DriverRecord } from './driver-record.ts'

const { STATUS_CONFLICT, UNDO_OVER, VEHICLE_TAKEN, CHANGE_PENDING, CHANGED_MEANWHILE } = ERRORS

/** The filters of reservation lists; `open` is everything that is future or under way. */
export const DESK_LISTS = [
  'all',
  'open',
  'waiting',
  'held',
  'quotes',
  'coming',
  'out',
  'late',
  'rent_open',
  'completed',
  'ended',
] as const
/** What staff can do to a reservation in its present state. */
export const DESK_ACTIONS = ['confirm', 'reject', 'hand_over', 'take_back', 'no_show', 'cancel'] as const

const Day = z.preprocess(empty, IsoDate.optional().catch(undefined))
const Id = z.preprocess((value) => empty(latin(value)), RowId.optional().catch(undefined))

const DeskAction = z.enum(DESK_ACTIONS)

/** A reservation with everything that the company's staff need. */
export const DeskReservation = Voucher.extend({
  /** What the caller sees of the customer; what is not seen is empty. */
  seen: z.enum(CUSTOMER_SEEN),
  age_band: AgeBand,
  /** The language of the booking. */
  language: z.enum(LANGUAGES),
  plate: Plate,
  /** Where it was booked, and by which of the company's staff. */
  source: z.enum(BOOKING_SOURCES),
  booked_by: z.string().nullable(),
  /** Why staff gave another price than the list's, and their note on it. */
  price_reason: z.enum(PRICE_REASONS).nullable(),
  price_note: z.string().nullable(),
  /** The path of the page where the customer pays what staff booked, while it is held for that. */
  pay_path: z.string().nullable(),
  /** The offer that its customer answers first, if staff made one; `answer` are their words. */
  offer: Quote.nullable(),
  deposit: z.object({ requested: z.boolean(), uploaded_at: Instant.nullable() }),
  payments: z.array(PaymentCard),
  events: z.array(
    z.object({
      at: Instant,
      status: ReservationStatus,
      actor: z.string(),
      reason: z.string().nullable(),
      /** The name of the staff member who did it. */
      by: z.string().nullable(),
      /** When it got another vehicle: both, by plate or number. */
      moved: z.object({ from: z.string(), to: z.string() }).nullable(),
    }),
  ),
  notes: z.array(z.object({ id: z.int(), body: z.string(), by: z.string().nullable(), at: Instant })),
  /** How many other trips of this phone with the company are completed. */
  trips_before: z.int(),
  /** What occupies the vehicle just before and after. */
  before: Instant.nullable(),
  after: Instant.nullable(),
  /** The vehicle's next reservation, if that could get another vehicle. */
  next: z.object({ id: PublicId, fullname: z.string() }).nullable(),
  /** Only for owners: the marketplace's share of the rent, and what is left for the company. */
  earnings: z.object({ commission_percent: z.int(), commission: Money, share: Money }).nullable(),
  /** The records of hand-over and return, and the charges to the customer. */
  protocols: z.array(Protocol),
  proposals: z.array(Proposal),
  /** What of the deposit may be given back: the rest is disputed, and held back until an operator decides. */
  deposit_free: Money,
  /** A charge by hand that is not sent yet; null for drivers, too. */
  charge_draft: z
    .object({
      what: z.enum(HAND_CHARGE_KINDS),
      amount: Money,
      reason: z.string(),
      /** The id of its picture (`reservations.protocolPhoto`). */
      photo: PublicId.nullable(),
    })
    .nullable(),
  /** The fee for a late return; null if none is possible, or it was charged. */
  late_fee: Money.nullable(),
  /** How it was closed before all of its rent was collected, and whether the rest was written off. */
  open_rent: z
    .object({
      reason: z.string(),
      by: z.string().nullable(),
      at: Instant,
      written_off: z.object({ amount: Money, reason: z.string(), by: z.string().nullable(), at: Instant }).nullable(),
    })
    .nullable(),
  /** Whether rent can be recorded now. */
  takes_rent: z.boolean(),
  /** What of `due_at_desk` is due now: less where it is paid in monthly parts. */
  due_now: Money,
  /** Whether staff can give more time, and whether the customer asks for it. */
  extendable: z.boolean(),
  extension_asked: z.boolean(),
  driver_record: DriverRecord,
  /** How far the customer is prepared; null before it is confirmed. */
  check_in: DeskCheckIn.nullable(),
  actions: z.array(DeskAction),
  /** Whether it could get another vehicle of the company, if one is free. */
  movable: z.boolean(),
  /** Until when staff can take back their own booking; null if they cannot. */
  undo_booking_until: Instant.nullable(),
  /** The last change, while it can be undone. */
  undo: z.object({ status: ReservationStatus, until: Instant }).nullable(),
  currency: CurrencyCode,
})

const acting = locking(allStaff, 'reservation')
const moving = about(deskStaff, 'reservation')

const id = z.object({ id: PublicId })
/** A note for colleagues, which the customer never sees. */
/** Another vehicle for a reservation. */
export const VehicleMove = z.object({
  ad: z.preprocess(
    (given) => empty(latin(given)),
    RowId.refine((ad) => !Number.isNaN(ad), 'choose_vehicle'),
  ),
  /** The vehicle that it had when the caller read it. */
  former: RowId,
})

export const NoteFields = z.object({ body: requiredLines(1000) })
const Changed = z.object({ id: PublicId, status: ReservationStatus })
const OtherVehicle = z.object({
  id: z.int(),
  title: z.string(),
  year: z.int(),
  plate: Plate,
  /** Whether the two vehicles are copies: the same in all but the plate. */
  alike: z.boolean(),
  /** Whether it is another model of the same body type that costs more: the customer gets it for what they booked. */
  better: z.boolean(),
})

export const reservations = {
  list: filteredByCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/reservations/',
      summary: 'The company’s reservations: searched by number, phone, plate or name, filtered, in pages (ours)',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        company: CompanyId,
        q: optionalText(80).catch(undefined),
        list: z.enum(DESK_LISTS).catch('all').default('all'),
        /** By default as fits the list: what comes next, or what was last, first. */
        order: z.enum(DESK_ORDERS).optional().catch(undefined),
        /** Rentals that overlap with these days. */
        from: Day,
        to: Day,
        vehicle: Id,
        place: Id,
        /** Those that a figure of the reports counts. */
        counted: z.enum(REPORT_COUNTS).optional().catch(undefined),
        source: z.enum(REPORT_SOURCES).optional().catch(undefined),
      }),
    )
    .output(listOf(DeskLine)),
  read: about(allStaff, 'reservation')
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/',
      summary: 'One reservation with customer, money, history and what may be done; drivers find today’s (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(DeskReservation),
  handOver: acting
    .meta(notifying(acting, 300))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/hand_over/',
      summary: 'The customer has the vehicle, from the day of the pick-up on (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(Changed),
  takeBack: acting
    .meta(notifying(acting, 300))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/take_back/',
      summary:
        'The vehicle is back: it is free again, and the commission is earned; with rent still open a reason is needed (ours)',
      tags: ['company'],
    })
    .input(id.extend({ reason: OptionalReason }))
    .output(Changed),
  undo: acting
    .meta(notifying(acting, 300))
    .errors({ UNDO_OVER, VEHICLE_TAKEN })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/undo/',
      summary: 'Take back a hand-over, a return or a no-show within ten minutes (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(Changed),
  otherVehicles: about(deskStaff, 'reservation')
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/vehicles/',
      summary:
        'The company’s vehicles that a reservation could get instead of its own, of the same kind or better: those free then (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(listOf(OtherVehicle)),
  moveToVehicle: moving
    .meta(notifying(moving, 300))
    .errors({ STATUS_CONFLICT, VEHICLE_TAKEN, CHANGE_PENDING, CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/vehicle/',
      summary: 'Give a reservation another vehicle before it is handed over; price and terms stay (ours)',
      tags: ['company'],
    })
    .input(
      z.strictObject({
        id: PublicId,
        ...VehicleMove.shape,
        /** For the history and the log. */
        reason: OptionalReason,
      }),
    )
    .output(z.object({ id: PublicId, ad: z.int() })),
  addNote: about(deskStaff, 'reservation')
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/notes/',
      summary: 'A note for colleagues, which the customer never sees (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(id.extend(NoteFields.shape))
    .output(z.object({ id: z.int() })),
}
