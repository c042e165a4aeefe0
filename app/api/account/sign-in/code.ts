import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import { limit } from '#app/api/call/limits.ts'
import type { Deps, Tx } from '#app/api/context.ts'
import { countCode } from '#app/api/notifications/limits.ts'
import { putOutCode } from '#app/api/notifications/put-out.ts'
import { publicId } from '#app/api/public-id.ts'
import { oneByOne } from '#app/api/transaction.ts'
import type { DB, OneTimeCode } from '#app/db/schema.ts'
import {
  CODE_LIMITS,
  CODE_MINUTES,
  CODE_RESEND_SECONDS,
  CODE_TRIES,
  IRAN_DIAL_CODE,
  type Language,
} from '#app/rules/constants.ts'
import { subscriberOf } from '#app/rules/network.ts'
import { codeOf } from '#app/rules/one-time-code.ts'
import { dialCodeOf } from '#app/rules/phone.ts'
import { keyFor } from './keys.ts'

export type CodeRow = Selectable<OneTimeCode>
export type CodeChannel = 'sms' | 'email'

/** Whose code and what for: a phone that signs in, or the requested of an account. */
type For =
  | { purpose: 'SIGN_IN'; phone: string }
  | { purpose: Exclude<CodeRow['purpose'], 'SIGN_IN'>; account: string; phone: string }

export type CodeOrder = For & {
  /** Where it goes by e-mail; null where it does not. */
  email: string | null
  bySms: boolean
  language: Language
  networkAddress: string
}

const HOUR = 3600
const DAY = 86_400
const SECOND_MS = 1000

/**
 * Opens a new code, which ends the old one, and puts its sending into the queue of the same transaction, so that an
 * answer takes as long for a known person as for an unknown one. Returns the seconds until the next may be requested.
 * Throws TOO_MANY_REQUESTS before that, and over the limits of phone, mailbox, network address and dial code. Source:
 * decisions.md, "Identity and access"; protocols/otp.md §2.
 */
export async function openCode(deps: Deps, tx: Tx, order: CodeOrder): Promise<number> {
  const now = deps.now()
  await oneByOne(tx, `code ${nameOf(order)}`)
  await keepPause(tx, order, now)
  await countSending(deps, tx, order)
  await tx
    .updateTable('one_time_code')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where((of) => isFor(of, order))
    .execute()
  const id = publicId()
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60 * SECOND_MS)
  const account = order.purpose === 'SIGN_IN' ? null : order.account
  await tx
    .insertInto('one_time_code')
    .values({
      id,
      purpose: order.purpose,
      phone: order.phone,
      email: order.email,
      by_sms: order.bySms,
      account_id: account,
      created_at: now,
      resend_at: new Date(now.getTime() + CODE_RESEND_SECONDS * SECOND_MS),
      expires_at: expiresAt,
    })
    .execute()
  const { language, phone, email, bySms } = order
  await putOutCode(deps, tx, { code: { id, account, phone, email, bySms }, language, expiresAt })
  return CODE_RESEND_SECONDS
}

/** What the right code proved: that its person reads the phone's messages, or the mailbox. */
export type Proven = CodeRow & { by: CodeChannel }

/**
 * Tries a code; each try counts, the fifth wrong one is the last. The right one ends the code and is returned with its
 * row; null for a wrong, ended or unknown one alike. The caller must let a wrong try's transaction commit.
 */
export async function tryCode(deps: Deps, tx: Tx, requested: For & { code: string }): Promise<Proven | null> {
  const now = deps.now()
  const row = await tx
    .updateTable('one_time_code')
    .set((of) => ({ wrong_tries: of('wrong_tries', '+', 1) }))
    .where((of) => isFor(of, requested))
    .where('ended_at', 'is', null)
    .where('wrong_tries', '<', CODE_TRIES)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  // Compared even where there is none, so that the time of an answer reveals nothing.
  const isOf = (channel: CodeChannel) =>
    timingSafeEqual(Buffer.from(secretCode(deps, { id: row?.id ?? '', channel })), Buffer.from(requested.code))
  const [isSms, isEmail] = [isOf('sms') && row?.by_sms, isOf('email') && row?.email !== null]
  if (!row || !(isSms || isEmail)) return null
  await tx
    .updateTable('one_time_code')
    .set({ ended_at: now, resend_at: now, wrong_tries: row.wrong_tries - 1 })
    .where('id', '=', row.id)
    .execute()
  return { ...row, by: isSms ? 'sms' : 'email' }
}

/**
 * The six digits of a code: only who has the secret of the settings can derive them from the stored id. They differ by
 * channel, so that they show which of the two their person reads.
 */
export function secretCode(
  { settings }: Pick<Deps, 'settings'>,
  { id, channel }: { id: string; channel: CodeChannel },
): string {
  const mac = createHmac('sha256', keyFor(settings.secret, 'one-time code')).update(`${channel} ${id}`).digest()
  return codeOf(mac.readUIntBE(0, 6) / 2 ** 48)
}

const nameOf = (one: For) => (one.purpose === 'SIGN_IN' ? one.phone : `${one.account} ${one.purpose}`)

/** The codes of a phone that signs in, or of a requested of an account. */
function isFor(of: ExpressionBuilder<DB, 'one_time_code'>, one: For) {
  const own = one.purpose === 'SIGN_IN' ? of('phone', '=', one.phone) : of('account_id', '=', one.account)
  return of.and([own, of('purpose', '=', one.purpose)])
}

/** The next code to the same address comes 120 s after the last at the earliest, unless that was used (§9). */
async function keepPause(tx: Tx, order: CodeOrder, now: Date) {
  const last = await tx
    .selectFrom('one_time_code')
    .select('resend_at')
    .where((of) => isFor(of, order))
    .where('phone', '=', order.phone)
    // Another mailbox may be tried at once, but no phone gets an SMS for each.
    .$if(!order.bySms, (query) => query.where('email', 'is not distinct from', order.email))
    .where('resend_at', '>', now)
    .orderBy('resend_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const retry_after = Math.ceil((last.resend_at.getTime() - now.getTime()) / SECOND_MS)
  throw errors.TOO_MANY_REQUESTS({ data: { retry_after } })
}

/** Counts in the transaction: what is refused was not sent and does not count. */
async function countSending(outside: Deps, tx: Tx, { phone, email, bySms, networkAddress }: CodeOrder) {
  const deps = { ...outside, db: tx }
  const network = subscriberOf(networkAddress)
  const dialCode = dialCodeOf(phone)
  const perDialCode = dialCode === IRAN_DIAL_CODE ? CODE_LIMITS.iranDay : CODE_LIMITS.otherCountryDay
  await limit(deps, `code phone hour ${phone}`, CODE_LIMITS.phoneHour, HOUR)
  await limit(deps, `code phone day ${phone}`, CODE_LIMITS.phoneDay, DAY)
  if (email !== null) await limit(deps, `code mailbox ${email}`, CODE_LIMITS.phoneHour, HOUR)
  const perAddress = deps.settings.codesPerAddressHour
  await limit(deps, `code address hour ${network}`, perAddress, HOUR)
  await limit(deps, `code address day ${network}`, perAddress * CODE_LIMITS.addressHoursADay, DAY)
  await limit(deps, `code dial code ${dialCode}`, perDialCode, DAY)
  if (bySms) await countCode(deps, tx, { channel: 'sms', to: phone, subscriber: network })
  if (email !== null) await countCode(deps, tx, { channel: 'email', to: email, subscriber: network })
}
