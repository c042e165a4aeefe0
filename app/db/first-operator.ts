import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'
import { actingAs } from './connection/actor.ts'
import type { DB } from './connection/schema.ts'

type Operator = { phone: string; fullname: string; email: string | null; now: Date }

/**
 * Makes the first operator of an installation: the phone's account, or a new one. Throws an Error when there is an
 * operator already, because the others are appointed on the operators' desk. Source: *ours*.
 */
export async function makeFirstOperator(db: Kysely<DB>, { phone, fullname, email, now }: Operator): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const actor = { account: id, role: 'SETUP', company: null, call: 'npm run admin', request: 'command line' } as const
  return actingAs(actor, () =>
    db.transaction().execute(async (tx) => {
      const other = await tx.selectFrom('account').select('fullname').where('role', '=', 'ADMIN').executeTakeFirst()
      if (other) throw new Error(`There is an operator already: ${other.fullname ?? 'without a name'}.`)
      const made = await tx
        .insertInto('account')
        .values({
          ...{ id, phone, fullname, email, role: 'ADMIN' },
          notifications: JSON.stringify(DEFAULT_NOTIFICATIONS),
          activated_at: now,
          phone_proven_at: now,
        })
        .onConflict((conflict) =>
          conflict.column('holder').doUpdateSet({
            role: 'ADMIN',
            operator_role: 'ALL',
            company_id: null,
            ...(email && { email }),
            phone_proven_at: now,
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return made.id
    }),
  )
}

/**
 * Removes the second factor of a phone's account and ends its sessions, for somebody with access to the server who has lost phone and
 * recovery codes. Throws an Error when the phone has no account. Source: *ours*.
 */
export async function forgetSecondFactor(db: Kysely<DB>, { phone, now }: { phone: string; now: Date }): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('holder', '=', phone).executeTakeFirst()
  if (!account) throw new Error(`There is no account of ${phone}.`)
  const { id } = account
  const actor = { account: id, role: 'SETUP', company: null, call: 'npm run admin', request: 'command line' } as const
  await actingAs(actor, () =>
    db.transaction().execute(async (tx) => {
      await tx.deleteFrom('recovery_code').where('account_id', '=', id).execute()
      await tx.deleteFrom('second_factor').where('id', '=', id).execute()
      const open = tx.updateTable('session').set({ ended_at: now }).where('account_id', '=', id)
      await open.where('ended_at', 'is', null).execute()
    }),
  )
}

/**
 * Takes an operator's rights away and ends their sessions, for somebody with access to the server: where only two operators are left,
 * the one to be removed would have to approve it. Throws an Error when the phone is no operator's, and for the last one who may do everything.
 * Source: *ours*.
 */
export async function removeOperator(db: Kysely<DB>, { phone, now }: { phone: string; now: Date }): Promise<void> {
  const operators = await db
    .selectFrom('account')
    .select(['id', 'holder', 'operator_role'])
    .where('role', '=', 'ADMIN')
    .execute()
  const leaving = operators.find(({ holder }) => holder === phone)
  if (!leaving) throw new Error(`There is no operator of ${phone}.`)
  const { id } = leaving
  if (!operators.some((other) => other.id !== id && other.operator_role === 'ALL'))
    throw new Error('Nobody else may do everything: the last operator stays.')
  const actor = { account: id, role: 'SETUP', company: null, call: 'npm run admin', request: 'command line' } as const
  await actingAs(actor, () =>
    db.transaction().execute(async (tx) => {
      await tx.updateTable('account').set({ role: 'CLIENT' }).where('id', '=', id).execute()
      await tx
        .updateTable('conversation')
        .set({ assigned_to: null, queued_at: now })
        .where('assigned_to', '=', id)
        .execute()
      const open = tx.updateTable('session').set({ ended_at: now }).where('account_id', '=', id)
      await open.where('ended_at', 'is', null).execute()
    }),
  )
}

/**
 * Takes the rights of the demonstration's operators away, whose phones are public in our source, and returns those phones.
 * Production never starts with such an operator.
 */
export async function dismissKnownOperators(db: Kysely<DB>): Promise<string[]> {
  const phones = DEMONSTRATION_PEOPLE.filter(({ role }) => role === 'ADMIN').map(({ phone }) => phone)
  const dismissed = await db
    .updateTable('account')
    .set({ role: 'CLIENT' })
    .where('role', '=', 'ADMIN')
    .where('phone', 'in', phones)
    .returning('phone')
    .execute()
  return dismissed.map(({ phone }) => phone)
}
