import { type Kysely, sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { identityKey } from '#app/rules/identity/identity-key.ts'
import { reservationsOf } from './own-data/holdings.ts'
import { endSessions } from './sign-in/session.ts'

type Account = {
  id: string
  phone: string
  email: string | null
  national_id: string | null
  phone_proven_at: Date | null
}

/**
 * Bans an account, its phone and mailbox if they are proven, and the identity numbers of its profile and of the rentals
 * that it paid for: the account's sessions end, and those of other accounts with such a number. Source: decisions.md,
 * "Bans".
 */
export async function banAccount(tx: Tx, account: Account, at: Date): Promise<void> {
  const { id, phone, email } = account
  await tx
    .updateTable('account')
    .set({ banned_at: sql<Date>`coalesce(banned_at, ${at})` })
    .where('id', '=', id)
    .execute()
  const numbers = await identitiesOf(tx, account)
  const banned = [
    // A number that no SMS has proven may belong to anybody.
    ...(account.phone_proven_at ? [{ kind: 'PHONE' as const, value: phone }] : []),
    ...(email === null ? [] : [{ kind: 'EMAIL' as const, value: email }]),
    ...numbers.map((value) => ({ kind: 'IDENTITY' as const, value })),
  ]
  if (banned.length > 0) {
    await tx
      .insertInto('banned_identity')
      .values(banned.map((one) => ({ account_id: id, ...one })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const sessions = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where('session.ended_at', 'is', null)
    .where((of) =>
      of.or([
        of('account.id', '=', id),
        of.and([of(comparedIdentity, 'in', [...numbers, '']), of('national_id', '<>', ''), of('role', '<>', 'ADMIN')]),
      ]),
    )
    .execute()
  await endSessions(
    tx,
    sessions.map((session) => session.id),
    at,
  )
}

/** Lifts the ban of an account and of everything that was banned with it. */
export async function endBan(tx: Tx, account: string): Promise<void> {
  await tx.updateTable('account').set({ banned_at: null }).where('id', '=', account).execute()
  await tx.deleteFrom('banned_identity').where('account_id', '=', account).execute()
}

type Details = { phone: string; email?: string | null | undefined; national_id: string | null }

/** Throws BANNED_DETAILS if a form or a reservation names a banned person. The error does not say which field shows it. */
export async function guardBanned(db: Kysely<DB>, details: Details): Promise<void> {
  if (await isBanned(db, details)) throw errors.BANNED_DETAILS()
}

/** Whether a phone, a mailbox or an identity number is banned. */
export async function isBanned(db: Kysely<DB>, { phone, email, national_id }: Details): Promise<boolean> {
  const identity = identityKey(national_id ?? '')
  const found = await db
    .selectFrom('banned_identity')
    .select('account_id')
    .where((of) =>
      of.or([
        of('kind', '=', 'PHONE').and('value', '=', phone),
        ...(email ? [of('kind', '=', 'EMAIL').and('value', '=', email)] : []),
        ...(identity ? [of('kind', '=', 'IDENTITY').and('value', '=', identity)] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The number as `identityKey` normalises it. */
const comparedIdentity = sql<string>`upper(regexp_replace(national_id, '[^A-Za-z0-9]', '', 'g'))`

/** Leaves out the numbers in unpaid reservations: anybody can type the number of somebody else. */
async function identitiesOf(tx: Tx, { phone, email, national_id, phone_proven_at }: Account): Promise<string[]> {
  const paid = await reservationsOf(tx, { phone, email, phoneProven: phone_proven_at !== null })
    .select('national_id')
    .where('paid', '>', 0)
    .execute()
  const numbers = [national_id, ...paid.map((reservation) => reservation.national_id)]
  return [...new Set(numbers.map((number) => identityKey(number ?? '')))].filter((number) => number !== '')
}
