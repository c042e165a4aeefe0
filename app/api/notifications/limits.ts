import { createHmac } from 'node:crypto'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import { keyFor } from '#app/rules/access/keys.ts'
import { CODE_LIMITS, MESSAGE_LIMITS } from '#app/rules/constants.ts'
import { mailboxOf } from '#app/rules/identity/email.ts'
import type { Channel } from '#app/rules/messages/notifications.ts'
import { HOUR_MS, MINUTE_MS } from '#app/rules/time/durations.ts'

/** The receiver of a message: an E.164 number or an e-mail address; for push an id for all browsers of a person. */
type Receiver = { channel: Channel; to: string }
type Bounds = { hour: number; day: number }
/** The limit that a message counts for. Unproven receivers have one limit for everything. */
type Room = 'IMPORTANT' | 'FREQUENT' | 'CODE'
/**
 * Who caused a message: `subscriber` is the network that sent the request, `customer` the phone of the reservation that
 * others are notified of. Both are empty where no limit applies.
 */
export type Cause = { subscriber: string; customer?: string; onlyProven?: boolean }

const DAY_MS = 24 * HOUR_MS

/**
 * Whether one more message can be sent to a receiver, counted in the transaction of its cause: every message except
 * one-time codes is counted here. If not, a page must show its content. A receiver that was never proven gets three in
 * an hour and six in a day, including codes, and one subscriber can cause no more messages to such receivers than
 * codes. A proven receiver has a separate limit for important messages, of which one customer can use at most a share,
 * so that nobody can silence a company. Source: decisions.md, "Decided after the first look"; the limits of proven
 * receivers are *ours*.
 */
export async function mayReceive(
  deps: Deps,
  tx: Tx,
  to: Receiver,
  { isFrequent = false, ...by }: Cause & { isFrequent?: boolean | undefined },
): Promise<boolean> {
  const receiver = await admit(deps, tx, to)
  const room = isFrequent ? 'FREQUENT' : 'IMPORTANT'
  const cause = by.customer ? hashOf(deps, by.customer) : ''
  if (receiver.isProven ? !hasRoom(receiver, { room, cause }) : waitOf(receiver, MESSAGE_LIMITS.unproven) > 0)
    return false
  if (!receiver.isProven && (by.onlyProven || (await hasSentEnough(deps, tx, by.subscriber)))) return false
  await note(deps, tx, { receiver, room, cause, subscriber: by.subscriber })
  return true
}

function hasRoom({ sent, now }: Admitted, { room, cause }: { room: 'IMPORTANT' | 'FREQUENT'; cause: string }): boolean {
  const within = sent.filter((one) => one.room === room)
  if (waitOf({ sent: within, now }, MESSAGE_LIMITS.proven[room]) > 0) return false
  const ofCause = within.filter((one) => one.cause === cause)
  return cause === '' || waitOf({ sent: ofCause, now }, MESSAGE_LIMITS.ofOneCause) === 0
}

/**
 * Counts a one-time code as a message to its receiver. A receiver that was never proven gets no more codes than
 * protocols/otp.md §2 allows, less other messages: TOO_MANY_REQUESTS with the seconds to wait.
 */
export async function countCode(deps: Deps, tx: Tx, code: Receiver & { subscriber: string }): Promise<void> {
  const receiver = await admit(deps, tx, code)
  const wait = receiver.isProven ? 0 : waitOf(receiver, CODE_LIMITS)
  if (wait > 0) throw errors.TOO_MANY_REQUESTS({ data: { retry_after: wait } })
  await note(deps, tx, { receiver, room: 'CODE', cause: '', subscriber: code.subscriber })
}

/** Deletes counts that no limit needs any more. */
export async function forgetMessages({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('message_count')
    .where('sent_at', '<', new Date(now().getTime() - DAY_MS))
    .execute()
}

type Sent = { sent_at: Date; room: Room; cause: string }
type Admitted = { hash: string; isProven: boolean; now: Date; sent: Sent[] }

/** Locks the receiver, with the messages of the last day. Messages to one receiver are counted one after the other. */
async function admit(deps: Deps, tx: Tx, { channel, to }: Receiver): Promise<Admitted> {
  const { now } = deps
  const hash = hashOf(deps, channel === 'email' ? mailboxOf(to) : to)
  await oneByOne(tx, `message ${hash}`)
  const sent = await tx
    .selectFrom('message_count')
    .select(['sent_at', 'room', 'cause'])
    .where('receiver', '=', hash)
    .where('sent_at', '>', new Date(now().getTime() - DAY_MS))
    .where('sent_at', '<', soon(now()))
    .orderBy('sent_at')
    .execute()
  return { hash, isProven: await hasProven(tx, { channel, to }), now: now(), sent }
}

/** What was sent later than this was sent before the clock went back, and would count for longer than its limit; clocks of processes differ a little. */
const soon = (now: Date) => new Date(now.getTime() + MINUTE_MS)

function hashOf({ settings }: Deps, text: string): string {
  return createHmac('sha256', keyFor(settings.secret, 'receiver')).update(text).digest('base64url')
}

/**
 * A browser with push has asked for it, signed in; for numbers and mailboxes the accounts decide. A company's own
 * number is known to operators.
 */
async function hasProven(tx: Tx, { channel, to }: Receiver): Promise<boolean> {
  if (channel === 'push') return true
  const account = await tx
    .selectFrom('account')
    .select('id')
    .$if(channel === 'sms', (query) => query.where('phone', '=', to).where('phone_proven_at', 'is not', null))
    // An account has only an address at which a code was read.
    .$if(channel === 'email', (query) => query.where('email', '=', to))
    .limit(1)
    .executeTakeFirst()
  if (account || channel === 'email') return account !== undefined
  return (await tx.selectFrom('company').select('id').where('phone', '=', to).limit(1).executeTakeFirst()) !== undefined
}

/** Seconds until one more can be sent; 0 if it can be sent now. */
function waitOf({ sent, now }: Pick<Admitted, 'sent' | 'now'>, bounds: Bounds): number {
  const wait = (max: number, windowMs: number) => {
    const within = sent.filter(({ sent_at }) => now.getTime() - sent_at.getTime() < windowMs)
    const first = within.at(-max)
    return first ? Math.ceil((first.sent_at.getTime() + windowMs - now.getTime()) / 1000) : 0
  }
  return Math.max(wait(bounds.hour, HOUR_MS), wait(bounds.day, DAY_MS))
}

async function hasSentEnough({ settings, now }: Deps, tx: Tx, subscriber: string): Promise<boolean> {
  if (!subscriber) return false
  const since = (ms: number) => new Date(now().getTime() - ms)
  const { hour, day } = await tx
    .selectFrom('message_count')
    .select((of) => [
      of.fn.countAll<number>().filterWhere('sent_at', '>', since(HOUR_MS)).as('hour'),
      of.fn.countAll<number>().as('day'),
    ])
    .where('subscriber', '=', subscriber)
    .where('is_proven', '=', false)
    .where('sent_at', '>', since(DAY_MS))
    .where('sent_at', '<', soon(now()))
    .executeTakeFirstOrThrow()
  const perHour = settings.codesPerAddressHour
  return hour >= perHour || day >= perHour * CODE_LIMITS.networkHoursADay
}

async function note(
  { now }: Deps,
  tx: Tx,
  { receiver, room, cause, subscriber }: { receiver: Admitted; room: Room; cause: string; subscriber: string },
) {
  const { hash, isProven } = receiver
  await tx
    .insertInto('message_count')
    .values({ receiver: hash, subscriber, is_proven: isProven, sent_at: now(), room, cause })
    .execute()
}
