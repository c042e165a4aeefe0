import { z } from 'zod'
import { about, allStaff, deskStaff, limited, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Damage, Proposal } from '#app/contract/company/proposal.ts'
import { GivenReason, OptionalReason } from '#app/contract/company/written.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, Flag, Instant, IsoDate, Money, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, Lines, latin, optionalLines, optionalText, requiredText, Text } from '#app/contract/shapes/text.ts'
import { TRUST_TYPES } from '#app/rules/constants.ts'
import { DUE_KINDS } from '#app/rules/fleet/due.ts'
import { CHARGE_LINES_MAX, HAND_CHARGE_KINDS } from '#app/rules/reservation/charges/return-proposal.ts'
import {
  DEPOSIT_WAYS,
  DESK_AMOUNT_MAX,
  DESK_DEPOSIT_WAYS,
  DESK_WAYS,
  KIT,
  MARKS_MAX,
  NOTE_MAX,
  ODOMETER_MAX,
  PHOTO_VIEWS,
  PROTOCOL_KINDS,
} from '#app/rules/reservation/protocol.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { CHANGED_MEANWHILE, DRAFT_CHANGED, PROPOSAL_CONFLICT, PROTOCOL_CLOSED, STATUS_CONFLICT } = ERRORS

const ProtocolKind = z.enum(PROTOCOL_KINDS)

/** The price of each difference at the return, in the minor unit of the reservation. */
export const ChargeTerms = z.object({
  km: Money,
  fuel_eighth: Money,
  charge_percent: Money,
  late_hour: Money,
  damage: z.object({ COIN: Money, HAND: Money, LARGE: Money }),
})

const typed = (max: number) => Text.max(max, 'max_length').optional()

/** A draft of a record: stored as typed, validated when it is finished. */
const DraftFields = z.object({
  odometer: typed(20),
  level: typed(10),
  keys: typed(10),
  note: Lines.max(NOTE_MAX + 200, 'max_length').optional(),
  handed_by: typed(120),
  received_by: typed(120),
  deposit: typed(30),
  deposit_way: typed(20),
  received: typed(30),
  received_way: typed(20),
  reference: typed(80),
  open_reason: Lines.max(700, 'max_length').optional(),
  papers_reason: Lines.max(700, 'max_length').optional(),
  kit: z.array(Text.max(20)).max(KIT.length).optional(),
  gone: z.array(z.int().min(0).max(MARKS_MAX)).max(MARKS_MAX).optional(),
  marks: z
    .array(z.object({ zone: typed(20), type: typed(20), size: typed(20), note: typed(200) }))
    .max(MARKS_MAX, 'too_many_marks')
    .optional(),
})

const typedNumber = (value: unknown): unknown =>
  empty(typeof value === 'string' ? String(latin(value)).replace(/[\s.,٬’']/gu, '') : value)
const upTo = (max: number) => numeric({ error: 'number' }).int('number').min(0, 'min').max(max, 'max')
const whole = (max: number) => z.preprocess(typedNumber, upTo(max).optional())
/** A `z.preprocess` around an optional number would accept a missing field. */
const required = (max: number) =>
  z
    .unknown()
    .transform(typedNumber)
    .refine((value): boolean => value !== undefined, { error: 'required', abort: true })
    .pipe(upTo(max))

const amount = z.preprocess(
  (value) => empty(latin(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(DESK_AMOUNT_MAX, 'max').default(0),
)

/** What staff record at a hand-over or a return; `level` is eighths of the tank or per cent of charge. */
export const ProtocolFields = z.object({
  odometer: required(ODOMETER_MAX),
  level: required(100),
  keys: whole(9),
  kit: z.array(z.enum(KIT)).max(KIT.length).default([]),
  /** Known damages that are repaired, by their index in `known`. */
  gone: z.array(z.int().min(0).max(MARKS_MAX)).max(MARKS_MAX).default([]),
  marks: z.array(Damage).max(MARKS_MAX, 'too_many_marks').default([]),
  note: optionalLines(NOTE_MAX),
  handed_by: requiredText(120),
  received_by: requiredText(120),
  /** Received at the hand-over and returned at the return: in the minor unit of the reservation. */
  deposit: amount,
  deposit_way: z.preprocess(empty, z.enum(DESK_DEPOSIT_WAYS, { error: 'invalid' }).optional()),
  /** The part of the rent that was received at the desk. */
  received: amount,
  received_way: z.preprocess(empty, z.enum(DESK_WAYS, { error: 'invalid' }).optional()),
  reference: optionalText(40),
  /** Why the rental is closed before all of its rent is collected. */
  open_reason: optionalLines(500),
  /** Why a vehicle is handed over whose papers have ended; only an owner may. */
  papers_reason: optionalLines(500),
})

/** What was received of a rent; `due` is what was open before, in the minor unit of the reservation. */
export const RentFields = z.object({
  amount: required(DESK_AMOUNT_MAX).refine((typed) => typed > 0, 'min'),
  way: z.preprocess(empty, z.enum(DESK_WAYS, { error: 'required' })),
  reference: optionalText(40),
  due: required(DESK_AMOUNT_MAX),
})

/** Something that came to light after a return; the amount in the minor unit of the reservation. */
const HandCharge = z.object({
  what: z.enum(HAND_CHARGE_KINDS, { error: 'required' }),
  amount: required(DESK_AMOUNT_MAX).refine((typed) => typed > 0, 'min'),
  reason: GivenReason,
  image: z.file().optional(),
})

/** What a company changes of a return's charge before it is sent. */
export const EditedChargeFields = z.object({
  /** Of each line, in the order of the proposal and the minor unit of the reservation; a line of 0 is not asked for. */
  amounts: z.array(required(DESK_AMOUNT_MAX)).min(1, 'required').max(CHARGE_LINES_MAX, 'max'),
  /** The sum that the caller saw. */
  former: required(DESK_AMOUNT_MAX),
  reason: OptionalReason,
  image: z.file().optional(),
  without_picture: Flag,
})

/** The same before it is sent. */
export const ChargeDraftFields = HandCharge.extend({ without_picture: Flag })

/** The part of a rent that is written off, and why. */
export const WriteOffFields = z.object({ reason: GivenReason, due: required(DESK_AMOUNT_MAX) })

/** How something that the customer accepted was settled at the desk. */
export const SettlementFields = z.object({
  proposal: PublicId,
  by: z.enum(['DESK', 'DEPOSIT'], { error: 'required' }),
  way: z.preprocess(empty, z.enum(DESK_WAYS, { error: 'invalid' }).optional()),
  reference: optionalText(40),
})

/** A deposit that was taken before or without a record: at least a cheque with a picture. */
const DepositFields = z.object({
  amount: required(DESK_AMOUNT_MAX).refine((typed) => typed > 0, 'min'),
  way: z.preprocess(empty, z.enum(DESK_DEPOSIT_WAYS, { error: 'required' })),
  reference: optionalText(40),
  image: z.file().optional(),
})

/** The part of a deposit that the customer got back. */
export const DepositBackFields = z.object({ amount })

/** In hexadecimal digits. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'invalid')

export const ProtocolPhoto = z.object({
  id: PublicId,
  view: z.enum(PHOTO_VIEWS),
  /** The hash of the file as it is stored and shown. */
  sha256: z.string(),
  /** The hash of the file as it was taken, which the device computed before sending it; null if it did not. */
  device_sha256: z.string().nullable(),
  /** By the camera's clock; null if neither the picture nor the device says it. */
  taken_at: Instant.nullable(),
  /** When it reached us, by our clock. */
  arrived_at: Instant,
  /** By how many seconds the device's clock was ahead of ours when it sent the photo; null if the device did not say it. */
  clock_ahead: z.int().nullable(),
  width: z.int(),
  height: z.int(),
})

/** The right reading of a finished record, the one that it corrects, and why. */
export const CorrectionFields = z.object({
  odometer: required(ODOMETER_MAX),
  former: required(ODOMETER_MAX),
  reason: GivenReason,
})

export const DeskMoney = z.object({
  purpose: z.enum(['RENT', 'RENT_BACK', 'DEPOSIT', 'DEPOSIT_BACK', 'CHARGE', 'CHARGE_FROM_DEPOSIT']),
  way: z.enum(DEPOSIT_WAYS),
  amount: Money,
  reference: z.string().nullable(),
  at: Instant,
})

/** The finished record of a hand-over or a return. */
export const Protocol = z.object({
  id: PublicId,
  kind: ProtocolKind,
  done_at: Instant,
  odometer: z.int(),
  /** What was wrong in the odometer's reading before, oldest first. */
  corrections: z.array(z.object({ former: z.int(), odometer: z.int(), reason: z.string(), at: Instant })),
  /** Eighths of the tank, or per cent of charge: one of them is null. */
  fuel: z.int().nullable(),
  charge: z.int().nullable(),
  keys: z.int().nullable(),
  kit: z.array(z.enum(KIT)),
  known: z.array(Damage),
  marks: z.array(Damage),
  note: z.string().nullable(),
  handed_by: z.string(),
  received_by: z.string(),
  terms: ChargeTerms,
  photos: z.array(ProtocolPhoto),
  money: z.array(DeskMoney),
})

/** All records about a reservation's vehicle and its money. */
export const Protocols = z.object({
  protocols: z.array(Protocol),
  proposals: z.array(Proposal),
  /** The deposit that the company holds, as money or as a promise. */
  deposit_held: Money,
  /** What of it may be given back: the rest is disputed, and held back until an operator decides. */
  deposit_free: Money,
  received: Money,
  currency: CurrencyCode,
})

/** What has to be recorded at a hand-over or a return, and what is known already. */
export const ProtocolSheet = z.object({
  kind: ProtocolKind,
  category: z.int(),
  /** Whether its level is per cent of charge, or eighths of the tank. */
  energy: z.enum(['FUEL', 'CHARGE']),
  currency: CurrencyCode,
  draft: z
    .object({
      revision: z.int(),
      fields: DraftFields,
      saved_at: Instant,
      /** Null if the caller saved it. */
      by: z.string().nullable(),
    })
    .nullable(),
  photos: z.array(ProtocolPhoto),
  /** Damages that the vehicle had before. */
  known: z.array(Damage),
  /** The last odometer reading, by any customer. */
  last: z.object({ odometer: z.int(), at: Instant }).nullable(),
  /** The record of the hand-over, if this is a return. */
  pick_up: Protocol.nullable(),
  terms: ChargeTerms,
  /** What is still to be received of the rent, and the deposit that the company holds. */
  due: Money,
  deposit_held: Money,
  trust_type: z.enum(TRUST_TYPES),
  guarantee_amount: Money,
  /** The caller's name. */
  staff: z.string().nullable(),
  /** Papers that the vehicle needs and that have ended, with their last day: it is not handed over without `papers_reason`. */
  ended_papers: z.array(z.object({ kind: z.enum(DUE_KINDS), due_on: IsoDate })),
  may_override_papers: z.boolean(),
})

const writing = locking(allStaff, 'reservation')
const charging = locking(deskStaff, 'reservation')
const handCharging = about(deskStaff, 'reservation')
const photographing = about(allStaff, 'reservation')

const id = z.object({ id: PublicId })
const of = id.extend({ kind: ProtocolKind })
/** The unpaid part of a rent. */
const RentLeft = z.object({ id: PublicId, due: Money, currency: CurrencyCode })
const PHOTOS = { bucket: 'protocol-photo', most: 200, seconds: HOUR_SECONDS }

export const protocols = {
  read: about(allStaff, 'reservation')
    .route({
      method: 'GET',
      path: '/desk/reservations/{id}/protocol/',
      summary: 'What is to be written down at a hand-over or a return: draft, photos, known damages (ours)',
      tags: ['company'],
    })
    .input(of)
    .output(ProtocolSheet),
  saveDraft: writing
    .errors({ DRAFT_CHANGED, PROTOCOL_CLOSED })
    .route({
      method: 'PUT',
      path: '/desk/reservations/{id}/protocol/',
      summary: 'Keep what was typed so far, right or wrong; `revision` is the one that was read, 0 for none (ours)',
      tags: ['company'],
    })
    .input(of.extend({ revision: RowId.or(z.literal(0)), fields: DraftFields }))
    .output(z.object({ revision: z.int(), saved_at: Instant })),
  finish: writing
    .meta(notifying(writing, 300))
    .errors({ STATUS_CONFLICT, PROTOCOL_CLOSED })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/protocol/',
      summary:
        'Hand over or take back with its record: the status changes, money is booked, the customer gets a copy; twice the same is once (ours)',
      tags: ['company'],
    })
    .input(of.extend(ProtocolFields.shape))
    .output(z.object({ id: PublicId, protocol: PublicId, proposal: PublicId.nullable() })),
  correctOdometer: charging
    .meta(notifying(charging, 300))
    .errors({ STATUS_CONFLICT, CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/odometer/',
      summary: 'Correct the odometer of a finished record, with a reason; unpaid kilometres are asked for anew (ours)',
      tags: ['company'],
    })
    .input(of.extend(CorrectionFields.shape))
    .output(Protocol),
  addPhoto: photographing
    .meta(limited(photographing, PHOTOS))
    .errors({ PROTOCOL_CLOSED })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/protocol/photos/',
      summary:
        'One photo for the record that is being written: multipart, at most 10 MB; the same photo twice is one (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(
      of.extend({
        view: z.enum(PHOTO_VIEWS).default('OTHER'),
        file: z.file({ error: 'required' }),
        /** As the device computed it before sending; another file is refused. */
        sha256: Sha256.optional(),
        /** When the device took it, where the picture itself does not say it. */
        taken_at: Instant.optional(),
        /** The device's clock at the sending. */
        clock: Instant.optional(),
      }),
    )
    .output(ProtocolPhoto),
  removePhoto: photographing
    .errors({ PROTOCOL_CLOSED })
    .route({
      method: 'DELETE',
      path: '/desk/reservations/{id}/protocol/photos/',
      summary: 'Take a photo out of the record while it is being written (ours)',
      tags: ['company'],
    })
    .input(id.extend({ photo: PublicId }))
    .output(z.object({ id: PublicId })),
  withdrawProposal: charging
    .meta(notifying(charging, 300))
    .errors({ PROPOSAL_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/proposals/withdraw/',
      summary: 'Ask for it no longer; nothing that was paid is withdrawn (ours)',
      tags: ['company'],
    })
    .input(id.extend({ proposal: PublicId }))
    .output(Proposal),
  editProposal: handCharging
    .meta(limited(handCharging, { bucket: 'charge draft', most: 200, seconds: 3600 }))
    .errors({ PROPOSAL_CONFLICT, CHANGED_MEANWHILE })
    .route({
      method: 'PUT',
      path: '/desk/reservations/{id}/proposals/',
      summary:
        'Change what a return asks for before it is sent, a damage above the terms with a reason and a picture: multipart (ours)',
      tags: ['company'],
    })
    .input(id.extend({ proposal: PublicId, ...EditedChargeFields.shape }))
    .output(Proposal),
  sendProposal: charging
    .meta(notifying(charging, 300))
    .errors({ PROPOSAL_CONFLICT, CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/proposals/send/',
      summary: 'Send to the customer what a return asks for; `amount` is the sum that the page showed (ours)',
      tags: ['company'],
    })
    .input(id.extend({ proposal: PublicId, amount: required(DESK_AMOUNT_MAX) }))
    .output(Proposal),
  settleProposal: charging
    .meta(notifying(charging, 300))
    .errors({ PROPOSAL_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/proposals/settle/',
      summary: 'What the customer accepted was received at the desk, or is kept of the deposit (ours)',
      tags: ['company'],
    })
    .input(id.extend(SettlementFields.shape))
    .output(Proposal),
  chargeLate: charging
    .meta(notifying(charging, 300))
    .errors({ STATUS_CONFLICT, PROPOSAL_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/late_fee/',
      summary: 'Ask for the fee of a vehicle that came back late; once for each reservation (ours)',
      tags: ['company'],
    })
    .input(id.extend({ amount: whole(DESK_AMOUNT_MAX) }))
    .output(Proposal),
  chargeByHand: handCharging
    .meta(notifying(handCharging, 100))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/charges/',
      summary:
        'Ask for what came to light within 30 days after a return, with a reason, and a picture above an amount: multipart (ours)',
      tags: ['company'],
    })
    .input(
      id.extend({
        ...HandCharge.shape,
        /** It is the one that was saved: its picture stands in for a missing one, and it is no draft any more. */
        draft: Flag,
      }),
    )
    .output(Proposal),
  saveCharge: handCharging
    .meta(limited(handCharging, { bucket: 'charge draft', most: 200, seconds: 3600 }))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'PUT',
      path: '/desk/reservations/{id}/charges/draft/',
      summary:
        'Keep a charge by hand that is not sent yet, instead of the former one: multipart; the customer does not see it (ours)',
      tags: ['company'],
    })
    .input(id.extend(ChargeDraftFields.shape))
    .output(z.object({ id: PublicId })),
  dropCharge: handCharging
    .route({
      method: 'DELETE',
      path: '/desk/reservations/{id}/charges/draft/',
      summary: 'Delete the charge that is not sent yet; twice is once (ours)',
      tags: ['company'],
    })
    .input(id)
    .output(z.object({ id: PublicId })),
  recordRent: writing
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/rent/',
      summary:
        'Rent that was received at the desk, at any time; `due` is what was open before, so that twice is once (ours)',
      tags: ['company'],
    })
    .input(id.extend(RentFields.shape))
    .output(RentLeft),
  writeOffRent: charging
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/rent/write_off/',
      summary: 'Give up what is still open of the rent of a closed rental, with a reason (ours)',
      tags: ['company'],
    })
    .input(id.extend(WriteOffFields.shape))
    .output(RentLeft),
  takeDeposit: handCharging
    .meta(notifying(handCharging, 300))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/deposit/',
      summary:
        'A deposit was taken before the return, a cheque with its picture: multipart; twice the same is once (ours)',
      tags: ['company'],
    })
    .input(id.extend(DepositFields.shape))
    .output(z.object({ id: PublicId, deposit_held: Money })),
  giveDepositBack: charging
    .meta(notifying(charging, 300))
    .errors({ STATUS_CONFLICT })
    .route({
      method: 'POST',
      path: '/desk/reservations/{id}/deposit_back/',
      summary: 'The customer got back what the company still held of the deposit (ours)',
      tags: ['company'],
    })
    .input(id.extend(DepositBackFields.shape))
    .output(z.object({ id: PublicId, deposit_held: Money })),
}
