import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { oneByOne } from '#app/api/call/transaction.ts'
import { rowCount } from '#app/db/connection/row-count.ts'

/** The most rows of an unpaginated list. Source: *ours*. */
const MOST = 50

/** Throws INVALID_FIELDS if a list is full; others who add to it wait for the transaction. */
export async function guardRoom(tx: Tx, table: 'application' | 'contact'): Promise<void> {
  await oneByOne(tx, table)
  const count = await rowCount(tx.selectFrom(table))
  if (count >= MOST) throw invalidFields({ '': ['too_many_answers'] })
}
