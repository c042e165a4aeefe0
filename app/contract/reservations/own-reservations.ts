import { z } from 'zod'
import {
  about,
  alsoFor,
  deskStaff,
  limited,
  locking,
  notifying,
  ownedBy,
  ownedByStaffToo,
  signedIn,
} from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { DisputeFields, Proposal } from '#app/contract/company/proposal.ts'
import { Protocols } from '#app/contract/company/protocols.ts'
import { Bill, BillLine } from '#app/contract/shapes/bill.ts'
import { BankAccount } from '#app/contract/shapes/iban.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { Channels, Code } from '#app/contract/shapes/one-time-code.ts'
import { PaymentCard } from '#app/contract/shapes/payment-shapes.ts'
import {
  CurrencyCode,
  Flag,
  Instant,
  IsoDate,
  KeptFlag,
  listOf,
  Money,
  PageQuery,
  PictureUpload,
  PublicId,
  SlotTime,
  Whole,
} from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalLines, withoutEmpty } from '#app/contract/shapes/text.ts'
import { GATEWAY_NAMES } from '#app/rules/constants.ts'
import { STATEMENT_LENGTH } from '#app/rules/reservation/charges/dispute.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { Cancelled, HandOver, InTheGap, ReservationStatus, Reserve, Reserved, Voucher } from './reservations.ts'

const { IDEMPOTENCY_CONFLICT, NOT_CANCELLABLE, NOT_CHANGEABLE, PRICE_CHANGED, PROPOSAL_CONFLICT, TOO_MANY_HOLDS } =
  ERRORS
const { BANNED_DETAILS, BOOKING_REFUSED, NOT_PAYABLE, RECHECK_NEEDED, REFUND_WAY_GONE, VEHICLE_TAKEN } = ERRORS

/** A reservation in its owner's list. */
export const ReservationCard = z.object({
  id: PublicId,
  number: z.string(),
  status: ReservationStatus,
  created_at: Instant,
  hold_until: Instant.nullable(),
  confirm_by: Instant.nullable(),
  ad: z.object({ id: z.int(), category: z.int(), title: z.string(), year: z.int(), picture: z.string() }),
  company: z.object({ id: z.int(), name: z.string() }),
  city: z.object({ id: z.int(), slug: z.string(), name: z.string(), zone: z.string() }),
  start_date: IsoDate,
  start_time: z.string(),
  end_date: IsoDate,
  end_time: z.string(),
  days: z.int(),
  currency: CurrencyCode,
  total: Money,
  payable_now: Money,
  paid: Money,
  refunded: Money,
  /** Whether it is a company's quote that its customer has not answered: nothing is paid before (`reservations.quotes`). */
  is_open_quote: z.boolean(),
})

/** A change that costs more and waits for its payment: `POST /gateway/pay/` accepts its id as transaction id. */
const WaitingChange = z.object({
  id: PublicId,
  kind: z.enum(['CHANGE', 'EXTENSION']),
  difference: Money,
  hold_until: Instant,
  start_date: IsoDate,
  start_time: z.string(),
  end_date: IsoDate,
  end_time: z.string(),
  lines: z.array(BillLine),
  total: Money,
  payable_now: Money,
})

/** A reservation with everything that its owner, the company's staff and operators see. */
export const OwnReservation = Voucher.extend({
  /** The tier of the price per day, from and to a number of days; a null has no end (§3). */
  package: z.object({ from_days: z.int(), to_days: z.int().nullable() }),
  /** Supplemental insurance (§3). */
  insurance: z.boolean(),
  /** Newest first. */
  payments: z.array(PaymentCard),
  /** Whether a picture of the guarantee is requested, and when one was uploaded. */
  deposit: z.object({ requested: z.boolean(), uploaded_at: Instant.nullable() }),
  /** A completed rental that was not rated yet. */
  may_rate: z.boolean(),
  /** The score that this rental was given. */
  score: z.int().nullable(),
  /** Until when dates, places and extras may be changed; null when they can't be (any more). */
  changeable_until: Instant.nullable(),
  change: WaitingChange.nullable(),
  /** Until when the company can be asked for more time (`GET …/extension/`); null when it can't be (any more). */
  extendable_until: Instant.nullable(),
})

const kept = <Shape extends z.ZodType>(shape: Shape) => z.preprocess(empty, shape.optional())

/** The requested changes; missing fields stay as they are. An unchecked box must be sent as `off`. */
export const ReservationChange = z.strictObject({
  id: PublicId,
  start_date: kept(IsoDate),
  start_time: kept(SlotTime),
  end_date: kept(IsoDate),
  end_time: kept(SlotTime),
  receive_address: kept(HandOver),
  return_address: kept(HandOver),
  child_seat_count: z.preprocess(
    (value) => empty(latin(value)),
    numeric({ error: 'child_seats' }).int('child_seats').min(0, 'child_seats').max(3, 'child_seats').optional(),
  ),
  extra_driver: KeptFlag,
  internet: KeptFlag,
  supplemental_insurance: KeptFlag,
})

/** The current bill, with what was paid. */
export const ChangeQuote = Bill.extend({
  available: z.boolean(),
  /** Set if only that is in the way. */
  gap: InTheGap.nullable(),
  start_at: Instant,
  end_at: Instant,
  free_until: Instant,
  half_until: Instant,
  /** The present reservation. */
  before: z.object({ total: Money, payable_now: Money, paid: Money, lines: z.array(BillLine) }),
  /** The payment that the change requires; negative: what goes to the wallet. */
  difference: Money,
  /** What the company keeps of the prepayment for removed days, by the cancellation terms. */
  kept: Money,
  /** The refundable share of the prepayment for such days now. */
  share: z.enum(['full', 'half', 'none']),
})

export const ReservationChanged = z.object({
  id: PublicId,
  /** DONE applies at once; AWAITING_PAYMENT applies once `transaction_id` is paid by `POST /gateway/pay/`. */
  status: z.enum(['DONE', 'AWAITING_PAYMENT']),
  transaction_id: PublicId.nullable(),
  hold_until: Instant.nullable(),
  difference: Money,
  /** What went to the wallet. */
  to_wallet: Money,
  /** What the company kept for removed days, by the cancellation terms. */
  kept: Money,
  total: Money,
  payable_now: Money,
  currency: CurrencyCode,
})

const id = z.object({ id: PublicId })
const answering = locking(ownedBy('CUSTOMER'), 'reservation')
const reading = about(ownedBy('CUSTOMER', 'COMPANY', 'OPERATOR'), 'reservation')
const picturing = about(ownedByStaffToo, 'reservation')
const changing = about(ownedBy('CUSTOMER', 'OPERATOR'), 'reservation').errors({
  NOT_CHANGEABLE,
  VEHICLE_TAKEN,
  PRICE_CHANGED,
})

const ownReservation = about(ownedBy('CUSTOMER'), 'reservation')
const sendingGuarantee = about(ownedBy('CUSTOMER', 'COMPANY', 'OPERATOR'), 'guarantee', 'reservation')
export const ownReservations = {
  reserveSignedIn: signedIn
    .errors({ VEHICLE_TAKEN, PRICE_CHANGED, TOO_MANY_HOLDS, IDEMPOTENCY_CONFLICT, BANNED_DETAILS, BOOKING_REFUSED })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/',
      summary: 'Hold a vehicle as a signed-in person; takes an Idempotency-Key',
      tags: ['reservations'],
      successStatus: 201,
    })
    .input(withoutEmpty(Reserve))
    .output(Reserved),
  list: signedIn
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/list/',
      summary:
        'The reservations of the signed-in person: upcoming ones by their start, then past ones, the latest first',
      tags: ['reservations'],
    })
    .input(PageQuery.extend({ only_successful: Flag }))
    // `by_email`: no SMS has proven the phone, so only reservations with the account's e-mail address are the person's.
    .output(listOf(ReservationCard).extend({ by_email: z.boolean() })),
  read: reading
    .meta(alsoFor(reading, 'MONEY', 'SUPPORT'))
    .route({
      method: 'GET',
      path: '/business/rent/reserve/{id}/',
      summary: 'One reservation with its history, bill, payments and what may be done; for owner and staff',
      tags: ['reservations'],
    })
    .input(id)
    .output(OwnReservation),
  protocols: reading
    .meta(alsoFor(reading, 'MONEY', 'SUPPORT'))
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/protocols/',
      summary: 'The records of hand-over and return with photos and money, and what the company asks for (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(Protocols),
  protocolPhoto: picturing
    .meta(alsoFor(picturing, 'MONEY', 'SUPPORT'))
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/protocols/photo/',
      summary: 'A photo of such a record; the customer sees it once the record is finished (ours)',
      tags: ['reservations'],
    })
    .input(id.extend({ photo: PublicId }))
    .output(z.file()),
  answerProposal: answering
    .meta(notifying(answering, 100))
    .errors({ PROPOSAL_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/proposals/',
      summary: 'Accept what the company asks for after a return, or dispute it, which opens a ticket (ours)',
      tags: ['reservations'],
    })
    .input(
      id.extend({
        proposal: PublicId,
        answer: z.enum(['ACCEPT', 'DISPUTE'], { error: 'required' }),
        message: optionalLines(STATEMENT_LENGTH),
      }),
    )
    .output(Proposal),
  addToDispute: answering
    .meta(notifying(answering, 100))
    .errors({ PROPOSAL_CONFLICT })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/proposals/add/',
      summary: 'Say something else to a dispute, for the company and the operator who decides (ours)',
      tags: ['reservations'],
    })
    .input(DisputeFields.extend({ id: PublicId }))
    .output(Proposal),
  quoteChange: changing
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/change_price/',
      summary: 'What a change of dates, places or extras would cost; changes nothing (ours)',
      tags: ['reservations'],
    })
    .input(ReservationChange)
    .output(ChangeQuote),
  change: changing
    .meta(notifying(changing, 100))
    .route({
      method: 'PATCH',
      path: '/business/rent/ad/reserve/{id}/',
      summary: 'Change dates, places and extras until 24 hours before pick-up',
      tags: ['reservations'],
    })
    .input(ReservationChange.extend({ shown_total: Whole.optional() }))
    .output(ReservationChanged),
  cancelToAccount: ownReservation
    .meta({ ...limited(ownReservation, { bucket: 'wallet payout', most: 20, seconds: DAY_SECONDS }), recheck: true })
    .errors({ NOT_CANCELLABLE, REFUND_WAY_GONE, RECHECK_NEEDED })
    .route({
      method: 'PATCH',
      path: '/business/rent/ad/reserve/{id}/cancel-to-account/',
      summary:
        'Cancel a reservation and send the refund to one’s account; without a second factor first without a code, then with it (ours)',
      tags: ['reservations'],
    })
    .input(id.extend({ ...BankAccount.shape, token: Code.optional() }))
    /** `resend_after` is null once it is done. */
    .output(Cancelled.extend({ to_account: Money, resend_after: z.int().nullable(), channels: Channels })),
  dropChange: locking(ownedBy('CUSTOMER', 'OPERATOR'), 'reservation')
    .errors({ NOT_CHANGEABLE })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/drop_change/',
      summary: 'Give up a change that waits for its payment (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(z.object({ id: PublicId, dropped: z.boolean() })),
  payDeposit: answering
    .errors({ NOT_PAYABLE })
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/deposit/',
      summary: 'Pay the agreed deposit online: what `POST /gateway/pay/` takes as its `transaction_id` (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(z.object({ transaction_id: PublicId, amount: Money, gateway: z.enum(GATEWAY_NAMES) })),
  /** Without `reservation` it is for the caller's only one that requires a guarantee (decisions.md). */
  uploadDeposit: sendingGuarantee
    .meta(limited(sendingGuarantee, { bucket: 'deposit', most: 20, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/upload/images/booked_ad/deposit/',
      summary: 'Upload a picture of the guarantee: multipart, at most 10 MB; replaces an earlier one',
      tags: ['reservations'],
      successStatus: 201,
    })
    .input(PictureUpload.extend({ reservation: PublicId.optional() }))
    .output(z.object({ reservation: PublicId, uploaded_at: Instant })),
  readDeposit: reading
    .route({
      method: 'GET',
      path: '/upload/images/booked_ad/deposit/{id}/',
      summary: 'The picture of the guarantee, by the id of its reservation; for owner and staff (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(z.file()),
  managementVoucher: about(deskStaff, 'reservation')
    .route({
      method: 'GET',
      path: '/business/rent/management/reserves/{id}/voucher/',
      summary: 'The voucher as the company sees it, with the whole identity; for its staff and operators',
      tags: ['reservations'],
    })
    .input(id)
    .output(Voucher),
}
