import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { limit } from '#app/api/call/limits.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import { enqueueCode } from '#app/api/notifications/enqueue.ts'
import { countCode } from '#app/api/notifications/limits.ts'
import type { DB, OneTimeCode } from '#app/db/connection/schema.ts'
import { keyFor } from '#app/rules/access/keys.ts'
import { networksOf, subscriberOf } from '#app/rules/access/network.ts'
import { CODE_LIMITS, CODE_MINUTES, CODE_RESEND_SECONDS, CODE_TRIES, type Language } from '#app/rules/constants.ts'
import { mailboxOf } from '#app/rules/identity/email.ts'
import { codeOf } from '#app/rules/identity/sign-in/one-time-code.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { type Asker, askerOf, knownTo } from './asker.ts'
import { takeTurn } from './turn.ts'

export type CodeRow = Selectable<OneTimeCode>
export type CodeChannel = 'sms' | 'email'

/**
 * The owner and the purpose of a code: somebody who signs in with a phone, the phone of a booking for whose contract (`asker`) the code
 * is, or an account that confirms a change.
 */
type For =
  | { purpose: 'SIGN_IN' | 'SIGN_CONTRACT'; phone: string; asker: string }
  | { purpose: Exclude<CodeRow['purpose'], 'SIGN_IN' | 'SIGN_CONTRACT'>; account: string; phone: string }

export type CodeOrder = Ordered & {
  /** The address for the e-mail; null without one. */
  email: string | null
  bySms: boolean
  language: Language
  /** The browser or program that requests it, and its network. */
  by: Asker
}
type Ordered =
  | { purpose: 'SIGN_IN'; phone: string; turn?: string | undefined }
  | { purpose: 'SIGN_CONTRACT'; phone: string; asker: string }
  | Extract<For, { account: string }>

/**
 * Opens a new code, which ends only the requester's former one, and enqueues its sending in the same transaction, so
 * that an answer takes as long for a known person as for an unknown one. Returns the seconds until the next may be
 * requested. Throws TOO_MANY_REQUESTS before that, and over the limits of phone, mailbox and network; TURN_NEEDED if
 * strangers have to take turns. Source: decisions.md, "Identity and access" and "One-time codes"; protocols/otp.md §2.
 */
export async function openCode(deps: Deps, tx: Tx, order: CodeOrder): Promise<number> {
  const own = ownOf(order)
  await oneByOne(tx, `code ${'asker' in own ? own.phone : `${own.account} ${own.purpose}`}`)
  const now = deps.now()
  await keepPause(tx, { order, own, now })
  await countSending(deps, tx, { order, own })
  await tx
    .updateTable('one_time_code')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where((of) => isFor(of, own))
    .execute()
  const id = publicId()
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60 * SECOND_MS)
  const account = 'account' in order ? order.account : null
  await tx
    .insertInto('one_time_code')
    .values({
      id,
      purpose: order.purpose,
      phone: order.phone,
      email: order.email,
      by_sms: order.bySms,
      account_id: account,
      asker: 'asker' in own ? own.asker : '',
      created_at: now,
      resend_at: new Date(now.getTime() + CODE_RESEND_SECONDS * SECOND_MS),
      expires_at: expiresAt,
    })
    .execute()
  const { language, phone, email, bySms } = order
  await enqueueCode(deps, tx, { code: { id, account, phone, email, bySms }, language, expiresAt })
  return CODE_RESEND_SECONDS
}

/** What the right code has proved: that the person reads the phone's messages, or the mailbox. */
export type Proven = CodeRow & { by: CodeChannel }

/**
 * Tries a code. Each try counts, and the fifth wrong one is the last. The right one ends the code and is returned with
 * its row; null for a wrong, ended or unknown one. The caller must let a wrong try's transaction commit.
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
  // Compared even if there is none, so that the time of an answer reveals nothing.
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
 * The six digits of a code: deriving them from the stored id requires the settings' secret. They differ by channel, so
 * that they show which of the two the person has read.
 */
export function secretCode(
  { settings }: Pick<Deps, 'settings'>,
  { id, channel }: { id: string; channel: CodeChannel },
): string {
  const mac = createHmac('sha256', keyFor(settings.secret, 'one-time code')).update(`${channel} ${id}`).digest()
  return codeOf(mac.readUIntBE(0, 6) / 2 ** 48)
}

function ownOf(order: CodeOrder): For {
  const { by, ...one } = order
  return one.purpose === 'SIGN_IN' ? { ...one, asker: askerOf(by) } : one
}

/** Selects the codes of one owner and purpose: by phone and asker, or by account. */
function isFor(of: ExpressionBuilder<DB, 'one_time_code'>, one: For) {
  const own =
    'asker' in one ? of('phone', '=', one.phone).and('asker', '=', one.asker) : of('account_id', '=', one.account)
  return of.and([own, of('purpose', '=', one.purpose)])
}

type Asked = { order: CodeOrder; own: For }

/** The next code to the same address can be requested 120 s after the last, unless that was used (§9). */
async function keepPause(tx: Tx, { order, own, now }: Asked & { now: Date }) {
  const last = await tx
    .selectFrom('one_time_code')
    .select('resend_at')
    .where((of) => isFor(of, own))
    .where('phone', '=', order.phone)
    // A code can go to another mailbox at once, but each of these requests must not send the phone an SMS as well.
    .$if(!order.bySms, (query) => query.where('email', 'is not distinct from', order.email))
    .where('resend_at', '>', now)
    // One that is further away was noted before the clock went back; those of processes differ a little.
    .where('resend_at', '<=', new Date(now.getTime() + CODE_RESEND_SECONDS * SECOND_MS + MINUTE_MS))
    .orderBy('resend_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const left = Math.ceil((last.resend_at.getTime() - now.getTime()) / SECOND_MS)
  const retry_after = Math.min(left, CODE_RESEND_SECONDS)
  throw errors.TOO_MANY_REQUESTS({ data: { retry_after } })
}

/** Counts in the transaction: a refused code was not sent and does not count. */
async function countSending(outside: Deps, tx: Tx, { order, own }: Asked) {
  const deps = { ...outside, db: tx }
  const { phone, email, bySms, by } = order
  const known = await knownReceivers(tx, order)
  const isKnown = (!bySms || known.phone) && (email === null || known.mailbox)
  if (!isKnown) {
    await countNetworks(deps, by.clientAddress)
    if (order.purpose === 'SIGN_IN' && own.purpose === 'SIGN_IN' && !(await hasAsked(tx, own))) {
      await takeTurn(deps, { bySms, phone, asker: own.asker, turn: order.turn })
    }
  }
  if (bySms) await countReceiver(deps, `phone ${phone}`, known.phone)
  if (email !== null) await countReceiver(deps, `mailbox ${mailboxOf(email)}`, known.mailbox)
  const subscriber = subscriberOf(by.clientAddress)
  if (bySms) await countCode(deps, tx, { channel: 'sms', to: phone, subscriber })
  if (email !== null) await countCode(deps, tx, { channel: 'email', to: email, subscriber })
}

/**
 * Whether the requester's browser has signed in with this phone or mailbox before, or the signed-in person has it now.
 */
async function knownReceivers(tx: Tx, { purpose, phone, email, by }: CodeOrder) {
  if (purpose === 'SIGN_IN' || purpose === 'SIGN_CONTRACT') return knownTo(tx, by, { phone, email })
  return { phone: purpose !== 'CHANGE_PHONE', mailbox: purpose !== 'CHANGE_EMAIL' }
}

/** Limits strangers to a part of a phone's or mailbox's codes, so that some are left for known browsers. */
async function countReceiver(deps: Deps, receiver: string, isKnown: boolean) {
  if (!isKnown) {
    await limit(deps, `code strangers hour ${receiver}`, CODE_LIMITS.strangersHour, HOUR_SECONDS)
    await limit(deps, `code strangers day ${receiver}`, CODE_LIMITS.strangersDay, DAY_SECONDS)
  }
  await limit(deps, `code hour ${receiver}`, CODE_LIMITS.hour, HOUR_SECONDS)
  await limit(deps, `code day ${receiver}`, CODE_LIMITS.day, DAY_SECONDS)
}

async function countNetworks(deps: Deps, address: string) {
  const most = deps.settings.codesPerAddressHour
  for (const { network, share } of networksOf(address)) {
    await limit(deps, `code network hour ${network}`, most * share, HOUR_SECONDS)
    await limit(deps, `code network day ${network}`, most * share * CODE_LIMITS.networkHoursADay, DAY_SECONDS)
  }
}

/** Whether this requester has just got a code for the phone: another one needs no turn. */
async function hasAsked(tx: Tx, own: For): Promise<boolean> {
  const found = await tx
    .selectFrom('one_time_code')
    .select('id')
    .where((of) => isFor(of, own))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
