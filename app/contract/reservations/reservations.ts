import { z } from 'zod'
import { AdDetail, RentalTime } from '#app/contract/ads.ts'
import { alsoFor, anybody, maybeSignedIn, notifying, publicRead } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Company, Place } from '#app/contract/companies.ts'
import { Bill } from '#app/contract/shapes/bill.ts'
import { Cover } from '#app/contract/shapes/cover.ts'
import { DepositFacts } from '#app/contract/shapes/deposit.ts'
import { MonthlyChoice } from '#app/contract/shapes/monthly-part.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CardReturn, PayoutStatus } from '#app/contract/shapes/payment-shapes.ts'
import { DialCode, OptionalDialCode, Phone } from '#app/contract/shapes/phone.ts'
import {
  CurrencyCode,
  CurrencyId,
  Flag,
  Instant,
  IsoDate,
  KeptFlag,
  listOf,
  Money,
  PublicId,
  RowId,
  SlotTime,
  Whole,
} from '#app/contract/shapes/shapes.ts'
import {
  empty,
  latin,
  optionalLines,
  optionalText,
  requiredText,
  Text,
  withoutEmpty,
} from '#app/contract/shapes/text.ts'
import { DEFAULT_TIME, GATEWAY_NAMES } from '#app/rules/constants.ts'
import { isEmail } from '#app/rules/identity/email.ts'
import { cleanIdentity, mayBeIdentity } from '#app/rules/identity/national-id.ts'
import { isPersonName } from '#app/rules/identity/person-name.ts'
import { PROTOCOL_KINDS } from '#app/rules/reservation/protocol.ts'
import { QUOTE_ANSWERS } from '#app/rules/reservation/quote.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'

const {
  BANNED_DETAILS,
  BOOKING_REFUSED,
  IDEMPOTENCY_CONFLICT,
  NOT_CANCELLABLE,
  REFUND_WAY_GONE,
  PHONE_FIXED,
  NOT_PAYABLE,
  PRICE_CHANGED,
  TOO_MANY_HOLDS,
  VEHICLE_TAKEN,
} = ERRORS

/**
 * Where a vehicle is handed over: a place's id, or -1 with a free-text address (§3). A plain text is a free-text
 * address.
 */
export const HandOver = z.preprocess(
  (value) => {
    if (typeof value === 'number') return { id: value }
    if (typeof value === 'string')
      return /^-?\d+$/.test(latin(value) as string) ? { id: Number(latin(value)) } : { id: -1, address: value }
    return value
  },
  z
    .object({ id: Whole, address: optionalText(500) })
    .refine((place) => place.id !== -1 || place.address, { path: ['address'], error: 'required' }),
)

/** What is rented, when and how (§3, "Rental price payload"); empty values can be left out. */
export const RentalChoice = z.strictObject({
  id: RowId,
  start_date: IsoDate,
  start_time: SlotTime,
  end_date: IsoDate,
  end_time: SlotTime,
  receive_address: HandOver.optional(),
  return_address: HandOver.optional(),
  child_seat_count: z
    .preprocess(
      (value) => empty(latin(value)) ?? 0,
      numeric({ error: 'child_seats' }).int('child_seats').min(0, 'child_seats').max(3, 'child_seats'),
    )
    .default(0),
  extra_driver: Flag,
  internet: Flag,
  supplemental_insurance: Flag,
  /** Flexible cancellation, where the company sells it (*ours*). */
  flexible: KeptFlag,
  discount_code: optionalText(40),
  currency: CurrencyId,
})

/** Where a refund goes: back to the card that paid, or to the wallet. */
export const RefundTarget = z.enum(['CARD', 'WALLET'], { error: 'required' })

/** The driver's form (§3, "Reservation form info"; rules and messages of §5). */
export const Driver = z.strictObject({
  fullname: requiredText(120).refine(isPersonName, 'fullname'),
  // The nationality in the same form decides which country's it must be.
  national_id: z.preprocess(
    (value) => (typeof value === 'string' ? cleanIdentity(value) : value),
    z.string({ error: 'required' }).superRefine((value, context) => {
      if (!value) return context.addIssue({ code: 'custom', message: 'required' })
      const identity = mayBeIdentity(value)
      if (!identity.ok) context.addIssue({ code: 'custom', message: identity.kind })
    }),
  ),
  country_code: DialCode,
  phone: Phone,
  email: z.preprocess(empty, Text.max(254, 'max_length').refine(isEmail, 'email').optional()),
  date_of_birth: IsoDate,
  country: optionalText(80),
  city: optionalText(80),
  address: optionalText(500),
  zip_code: z.preprocess((value) => empty(latin(value)), Text.max(20, 'max_length').optional()),
})

/**
 * The driver's fields in the form whose price is requested: accepted, because the form has them, but not validated yet.
 */
const NotYetJudged = z.unknown().optional()

/**
 * The input of the price call: the whole form, of which only the choices and the fields that decide about a discount
 * code count (§3, "Rental price payload").
 */
const PriceRequest = RentalChoice.extend({
  start_time: SlotTime.default(DEFAULT_TIME),
  end_time: SlotTime.default(DEFAULT_TIME),
  country_code: Driver.shape.country_code.optional().catch(undefined),
  phone: Driver.shape.phone.optional().catch(undefined),
  fullname: NotYetJudged,
  national_id: NotYetJudged,
  email: NotYetJudged,
  date_of_birth: NotYetJudged,
  country: NotYetJudged,
  city: NotYetJudged,
  address: NotYetJudged,
  zip_code: NotYetJudged,
  shown_total: NotYetJudged,
})

/**
 * The request of a reservation. `shown_total` is the total that the person saw: if the price differs, the request is
 * refused with both.
 */
export const Reserve = RentalChoice.extend({ ...Driver.shape, shown_total: Whole.optional() })

/** Why a discount code is invalid: a key of `errors.json`, and its sentence in the requested language. */
const DiscountRefusal = { reason: z.string().nullable(), message: z.string().nullable() }

/**
 * Nobody has the vehicle then and only its gap between two rentals (minutes) makes it unavailable: the first pick-up, and the last
 * return.
 */
export const InTheGap = z.object({ minutes: z.int(), from: Instant.nullable(), until: Instant.nullable() })

export const Quote = Bill.extend({
  available: z.boolean(),
  /** A vehicle that is the same in all but the plate and free then, if this one is not. */
  free_unit: z.int().nullable(),
  /** Set if only that is in the way. */
  gap: InTheGap.nullable(),
  start_at: Instant,
  end_at: Instant,
  free_until: Instant,
  half_until: Instant,
  zone: z.string(),
  /** Whether the discount code is valid; null without one. */
  discount: z.object({ code: z.string(), ok: z.boolean(), ...DiscountRefusal }).nullable(),
})

export const ReservationStatus = z.enum(RESERVATION_STATUSES)

export const Reserved = z.object({
  id: PublicId,
  number: z.string(),
  status: ReservationStatus,
  hold_until: Instant.nullable(),
  total: Money,
  payable_now: Money,
  currency: CurrencyCode,
})

/** A reservation as its holder sees it: the voucher once confirmed, the status until then. */
export const Voucher = Bill.extend({
  id: PublicId,
  /** What its holder gives to others instead of `id`: it shows the voucher without identity and contacts, and manages nothing. */
  share_id: PublicId,
  /** Whether it was read by that id, which then is its `id`, too. */
  is_shared: z.boolean(),
  number: z.string(),
  status: ReservationStatus,
  created_at: Instant,
  hold_until: Instant.nullable(),
  confirm_by: Instant.nullable(),
  ad: z.object({
    id: z.int(),
    category: z.int(),
    title: z.string(),
    year: z.int(),
    colour: z.string(),
    picture: z.string(),
    gearbox: z.string(),
    fuel_rule: z.string(),
    mileage_per_day: z.int().nullable(),
    extra_km_price: Money.nullable(),
    late_hour_price: Money,
    min_driver_age: z.int(),
    min_licence_years: z.int(),
  }),
  company: z.object({
    ...{ id: z.int(), name: z.string(), phone: z.string(), confirmation: Company.shape.confirmation },
    /** The name of the contract partner in law, if it is known. */
    legal_name: z.string().nullable(),
    logo: Company.shape.logo,
    logo_dark: Company.shape.logo_dark,
  }),
  /** The driver's share of a covered damage, and the price of a second driver, as the company states them now. */
  excess: AdDetail.shape.excess,
  cover: Cover,
  extra_driver_price: Money.nullable(),
  city: z.object({ id: z.int(), slug: z.string(), name: z.string(), zone: z.string() }),
  start_date: IsoDate,
  start_time: z.string(),
  end_date: IsoDate,
  end_time: z.string(),
  start_at: Instant,
  end_at: Instant,
  receive: z.object({ place: Place.nullable(), address: z.string() }),
  return: z.object({ place: Place.nullable(), address: z.string() }),
  fullname: z.string(),
  /** Hidden except for its ends: K91•••406. */
  national_id: z.string(),
  phone: z.string(),
  /** Whether an SMS has proven it; otherwise it may be mistyped. */
  phone_proven: z.boolean(),
  phone_correctable: z.boolean(),
  email: z.string().nullable(),
  child_seat_count: z.int(),
  extra_driver: z.boolean(),
  internet: z.boolean(),
  supplemental_insurance: z.boolean(),
  paid: Money,
  refunded: Money,
  /** The rent received at the desk, so that `due_at_desk` is the rest; and the deposit that is held. */
  received_at_desk: Money,
  deposit_held: Money,
  deposit_facts: DepositFacts,
  /** The records of hand-over and return without personal data: photos only by their time and SHA-256. */
  records: z.array(
    z.object({
      kind: z.enum(PROTOCOL_KINDS),
      done_at: Instant,
      odometer: z.int(),
      fuel: z.int().nullable(),
      charge: z.int().nullable(),
      damages: z.int(),
      photos: z.array(z.object({ taken_at: Instant.nullable(), arrived_at: Instant, sha256: z.string() })),
    }),
  ),
  free_until: Instant,
  half_until: Instant,
  /** The refund of a cancellation now; null if it can no longer be cancelled. */
  refund_now: Money.nullable(),
  /** The part of the refund that is paid to the holder's bank account; null if it went another way. */
  refund_payout: z.object({ amount: Money, status: PayoutStatus }).nullable(),
  /** Whether the last message about it was sent; if not, only its page has the information. */
  notified: z.boolean(),
  /** Where the last message about it went, or could not be delivered; empty once that is no longer stored. */
  sent_to: z.array(z.object({ channel: z.enum(['sms', 'email']), receiver: z.string(), failed: z.boolean() })),
  /** How a company's quote was answered that the reservation comes from; null for all others. */
  quote: z.enum(QUOTE_ANSWERS).nullable(),
  /** Set for a long rental with monthly parts, or where its company offers them before anything is paid. */
  monthly: MonthlyChoice.nullable(),
  /** A payment that can still be made while the hold lasts. */
  payable: z.boolean(),
  payment: z
    .object({
      id: PublicId,
      number: z.string(),
      gateway: z.string(),
      status: z.string(),
      amount: Money,
      card_return: CardReturn.nullable(),
      reference: z.string().nullable(),
      trace: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  events: z.array(
    z.object({ at: Instant, status: ReservationStatus, actor: z.string(), reason: z.string().nullable() }),
  ),
})

const id = z.object({ id: PublicId })
/** The result of a cancellation. */
export const Cancelled = z.object({ id: PublicId, status: ReservationStatus, refund: Money, currency: CurrencyCode })
const reserving = maybeSignedIn.errors({
  ...{ VEHICLE_TAKEN, PRICE_CHANGED, TOO_MANY_HOLDS, IDEMPOTENCY_CONFLICT, BANNED_DETAILS, BOOKING_REFUSED },
})

export const reservations = {
  rental: publicRead
    .route({
      method: 'GET',
      path: '/v2/rentals/{id}/',
      summary: 'One vehicle with everything a booking page shows',
      tags: ['reservations'],
    })
    .input(RentalTime.extend({ id: RowId, currency: CurrencyId }))
    .output(AdDetail),
  price: maybeSignedIn
    .route({
      method: 'POST',
      path: '/v2/rentals/{id}/price/',
      summary: 'The bill of a rental, line by line',
      tags: ['reservations'],
    })
    .input(withoutEmpty(PriceRequest))
    .output(Quote),
  reserve: reserving
    .route({
      method: 'POST',
      path: '/v2/rentals/{id}/reserve/',
      summary: 'Hold a vehicle; takes an Idempotency-Key',
      tags: ['reservations'],
      successStatus: 201,
    })
    .input(withoutEmpty(Reserve))
    .output(Reserved),
  status: anybody
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/status/',
      summary: 'Where a reservation stands',
      tags: ['reservations'],
    })
    .input(id)
    .output(
      z.object({
        id: PublicId,
        number: z.string(),
        status: ReservationStatus,
        hold_until: Instant.nullable(),
        paid: Money,
        total: Money,
        currency: CurrencyCode,
      }),
    ),
  transactionCode: maybeSignedIn
    .errors({ NOT_PAYABLE })
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/transaction_code/',
      summary: 'Quote a payment: what the wallet covers, what is left',
      tags: ['reservations'],
    })
    .input(id.extend({ use_wallet: Flag }))
    .output(
      z.object({
        /** Identifies the reservation, its change, or its company's charge for `POST /gateway/pay/`. */
        transaction_id: PublicId,
        /** The reservation that it is for. */
        reservation_id: PublicId,
        currency: CurrencyCode,
        gateway: z.enum(GATEWAY_NAMES),
        total: Money,
        payable_now: Money,
        due_at_desk: Money,
        wallet_balance: Money,
        wallet_used: Money,
        left: Money,
        /** Null if nothing is held for it. */
        hold_until: Instant.nullable(),
      }),
    ),
  /**
   * The company's staff cancel for the company, operators for us, and refund everything; otherwise it is the customer's
   * action.
   */
  cancel: maybeSignedIn
    .meta({ ...notifying(maybeSignedIn, 100), ...alsoFor(maybeSignedIn, 'SUPPORT') })
    .errors({ NOT_CANCELLABLE, REFUND_WAY_GONE })
    .route({
      method: 'PATCH',
      path: '/business/rent/ad/reserve/{id}/cancel/',
      summary: 'Cancel a reservation',
      tags: ['reservations'],
    })
    .input(
      id.extend({
        reason: optionalLines(500),
        /**
         * Where the customer wants the refund; by default the card while its bank can reverse the payment, otherwise
         * the wallet.
         */
        way: RefundTarget.optional(),
      }),
    )
    .output(Cancelled),
  refundWays: maybeSignedIn
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/refund-ways/',
      summary: 'Where the refund of a cancellation at this moment may go (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(
      z.object({
        currency: CurrencyCode,
        /**
         * The quickest first; empty if nothing is refunded. A part may go to the wallet in any case, in addition to
         * `amount`.
         */
        ways: z.array(z.object({ way: z.enum([...RefundTarget.options, 'ACCOUNT']), amount: Money, to_wallet: Money })),
      }),
    ),

  /**
   * For an unproven phone, by anybody who knows the id: a few times before the payment, once after it. To the company's staff and
   * to operators it answers 404; only the handler can say so, because callers without an account own nothing.
   */
  correctPhone: maybeSignedIn
    .meta(notifying(maybeSignedIn, 100))
    .errors({ PHONE_FIXED, BANNED_DETAILS, TOO_MANY_HOLDS })
    .route({
      method: 'PATCH',
      path: '/business/rent/ad/reserve/{id}/phone/',
      summary: 'Correct the phone of a reservation that was mistyped (ours)',
      tags: ['reservations'],
    })
    .input(id.extend({ country_code: DialCode, phone: Phone }))
    .output(z.object({ id: PublicId, phone: z.string() })),
  voucher: anybody
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/voucher/',
      summary:
        'A reservation with its bill, places and deadlines; by its id, the id for others, or its number with the booking’s phone',
      tags: ['reservations'],
    })
    .input(
      z.object({
        id: Text.max(64),
        phone: z.preprocess((value) => empty(latin(value)), Text.max(40).optional()),
        country_code: OptionalDialCode,
      }),
    )
    .output(Voucher),
  voucherDescription: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/voucher_description/',
      summary: 'What a traveller brings to the counter',
      tags: ['reservations'],
    })
    .output(listOf(z.object({ slug: z.string(), text: z.string() }))),
  discountIsValid: maybeSignedIn
    .route({
      method: 'POST',
      path: '/discount/discount_code/is_valid/',
      summary: 'Try a discount code on a rental',
      tags: ['reservations'],
    })
    .input(
      withoutEmpty(
        PriceRequest.extend({
          code: requiredText(40),
          start_date: IsoDate.optional(),
          end_date: IsoDate.optional(),
        }),
      ),
    )
    .output(
      z.object({
        is_valid: z.boolean(),
        ...DiscountRefusal,
        amount: Money.nullable(),
        currency: CurrencyCode.nullable(),
      }),
    ),
}
