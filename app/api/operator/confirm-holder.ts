import { errors } from '#app/api/call/declared-errors.ts'
import { api } from '#app/api/context.ts'
import { giveReason } from '#app/db/actor.ts'

/**
 * An operator's word that an account is the company's though its holder is called otherwise. Throws PAYOUT_DECIDED where another
 * account was entered since, or nothing is to be confirmed; NOT_FOUND for a company without an account. Source: issue 16.
 */
export const confirmHolder = api.operator.confirmHolder.handler(async ({ input, context: { deps, person } }) => {
  const { id, changed_at, reason } = input
  await deps.db.transaction().execute(async (tx) => {
    await giveReason(tx, reason)
    const bank = await tx
      .selectFrom('company_bank')
      .select(['changed_at', 'holder_status'])
      .where('company_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!bank) throw errors.NOT_FOUND()
    const isSame = bank.changed_at.toISOString() === new Date(changed_at).toISOString()
    if (!isSame || bank.holder_status !== 'WAITING') throw errors.PAYOUT_DECIDED()
    await tx
      .updateTable('company_bank')
      .set({ holder_status: 'CONFIRMED', holder_decided_at: deps.now(), holder_decided_by: person.id })
      .where('company_id', '=', id)
      .execute()
  })
  return { id }
})
