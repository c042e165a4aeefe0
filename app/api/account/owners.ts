import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { oneByOne } from '#app/api/call/transaction.ts'

/** Throws LAST_OWNER if the company would have no owner without this one; two who leave at once see each other. */
export async function keepAnOwner(tx: Tx, { id: leaving, company }: { id: string; company: number }): Promise<void> {
  await oneByOne(tx, `staff ${company}`)
  const others = await tx
    .selectFrom('account')
    .select(['id', 'staff_role'])
    .where('company_id', '=', company)
    .where('banned_at', 'is', null)
    .execute()
  const isOwner = others.some(({ id, staff_role }) => id === leaving && staff_role === 'OWNER')
  if (isOwner && !others.some(({ id, staff_role }) => id !== leaving && staff_role === 'OWNER'))
    throw errors.LAST_OWNER()
}
