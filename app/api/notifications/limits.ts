import { createHmac } from 'node:crypto'
import { keyFor } from '#app/api/account/sign-in/keys.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { Deps, Tx } from '#app/api/context.ts'
import { oneByOne } from '#app/api/transaction.ts'
import { CODE_LIMITS, MESSAGE_LIMITS } from '#app/rules/constants.ts'
import { mailboxOf } from '#app/rules/email.ts'
import type { Channel } from '#app/rules/notifications.ts'

/** Who a message goes to: an E.164 number or an e-mail address; for push whatever names all browsers of a person. */
type Receiver = { channel: Channel; to: string }
type Bounds = { hour: number; day: number }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Whether one more message may go to a receiver, counted in the transaction of its cause: every message but one-time
 * codes passes here. Where not, a page must say what it said. A receiver that never proved to be reached there gets
 * three in an hour and six in a day, codes counted, and from one subscriber
 * no more go to such receivers than codes may be asked for. `subscriber` is whose request caused it, empty where nobody
 * knows any more. Source: decisions.md, "Decided after the first look"; the bound of proven receivers is *ours*.
 */
export async function mayReceive(
  deps: Deps,
  tx: Tx,
  to: Receiver,
  by: { subscriber: string; onlyProven?: boolean },
): Promise<boolean> {
  const receiver = await admit(deps, tx, to)
  const bounds = receiver.isProven ? MESSAGE_LIMITS.proven : MESSAGE_LIMITS.unproven
  if (by.onlyProven && !receiver.isProven) return false
  if (waitOf(receiver, bounds) > 0) return false
  if (!receiver.isProven && (await hasSentEnough(deps, tx, by.subscriber))) return false
  await note(deps, tx, receiver, by.subscriber)
  return true
}

/**
 * Counts a one-time code as a message to its receiver. Who never proved to be reached there gets no more codes than
 * protocols/otp.md §2 allows, less what else was sent there: TOO_MANY_REQUESTS with the seconds to wait.
 */
export async function countCode(deps: Deps, tx: Tx, code: Receiver & { subscriber: string }): Promise<void> {
  const receiver = await admit(deps, tx, code)
  const wait = receiver.isProven ? 0 : waitOf(receiver, { hour: CODE_LIMITS.phoneHour, day: CODE_LIMITS.phoneDay })
  if (wait > 0) throw errors.TOO_MANY_REQUESTS({ data: { retry_after: wait } })
  await note(deps, tx, receiver, code.subscriber)
}

/** Forgets what no limit asks for any more. */
export async function forgetMessages({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('message_count')
    .where('sent_at', '<', new Date(now().getTime() - DAY_MS))
    .execute()
}

type Admitted = { hash: string; isProven: boolean; now: Date; sent: Date[] }

/** The receiver with what was sent there within a day. Messages to one receiver are counted one after the other. */
async function admit({ settings, now }: Deps, tx: Tx, { channel, to }: Receiver): Promise<Admitted> {
  const counted = channel === 'email' ? mailboxOf(to) : to
  const hash = createHmac('sha256', keyFor(settings.secret, 'receiver')).update(counted).digest('base64url')
  await oneByOne(tx, `message ${hash}`)
  const sent = await tx
    .selectFrom('message_count')
    .select('sent_at')
    .where('receiver', '=', hash)
    .where('sent_at', '>', new Date(now().getTime() - DAY_MS))
    .orderBy('sent_at')
    .execute()
  const proven = channel === 'push' ? { id: to } : await provenAccount(tx, { channel, to })
  return { hash, isProven: proven !== undefined, now: now(), sent: sent.map(({ sent_at }) => sent_at) }
}

/** A browser that gets push has asked for it, signed in; of numbers and mailboxes the accounts decide. */
function provenAccount(tx: Tx, { channel, to }: Receiver) {
  return (
    tx
      .selectFrom('account')
      .select('id')
      .$if(channel === 'sms', (query) => query.where('phone', '=', to).where('phone_proven_at', 'is not', null))
      // An account has only an address that a code was read at.
      .$if(channel === 'email', (query) => query.where('email', '=', to))
      .limit(1)
      .executeTakeFirst()
  )
}

/** Seconds until one more may be sent; 0 where it may be sent now. */
function waitOf({ sent, now }: Admitted, bounds: Bounds): number {
  const wait = (max: number, windowMs: number) => {
    const within = sent.filter((at) => now.getTime() - at.getTime() < windowMs)
    const first = within.at(-max)
    return first ? Math.ceil((first.getTime() + windowMs - now.getTime()) / 1000) : 0
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
    .executeTakeFirstOrThrow()
  const perHour = settings.codesPerAddressHour
  return hour >= perHour || day >= perHour * CODE_LIMITS.addressHoursADay
}

async function note({ now }: Deps, tx: Tx, { hash, isProven }: Admitted, subscriber: string) {
  await tx
    .insertInto('message_count')
    .values({ receiver: hash, subscriber, is_proven: isProven, sent_at: now() })
    .execute()
}
