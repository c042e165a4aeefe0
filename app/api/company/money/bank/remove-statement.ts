import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'

/**
 * Removes a statement with its lines, which was added by mistake. Throws INVALID_FIELDS where a line of it is matched or explained, or
 * belongs to another statement, too; NOT_FOUND.
 */
export const removeStatement = api.company.money.bank.removeStatement.handler(async ({ input: { id }, context }) => {
  const { deps, company } = context
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `bank ${company}`)
    const found = await tx
      .selectFrom('bank_statement')
      .select('id')
      .where('id', '=', id)
      .where('company_id', '=', company)
      .executeTakeFirst()
    if (!found) throw errors.NOT_FOUND()
    if (!(await removableStatements(tx, [id])).has(id)) throw invalidFields({ '': ['statement_used'] })
    await tx.deleteFrom('bank_statement').where('id', '=', id).execute()
  })
  return { id }
})

/**
 * Which of some statements can be removed: none of whose lines is matched or explained, and that no statement of the same days counts on
 * for lines, because a line that is in two of them is stored with the first.
 */
export async function removableStatements(db: Kysely<DB>, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select statement.id from bank_statement statement
    where statement.id = any(${ids})
      and not exists (select from bank_line line where line.statement_id = statement.id
        and (line.matched is not null or line.note is not null))
      and not exists (select from bank_statement later where later.company_id = statement.company_id
        and later.currency_id = statement.currency_id and later.id > statement.id
        and later.from_on <= statement.to_on and later.to_on >= statement.from_on
        and later.lines > (select count(*) from bank_line line where line.statement_id = later.id))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
