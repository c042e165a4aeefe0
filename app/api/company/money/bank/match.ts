import { sql } from 'kysely'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { currencyIn } from '#app/db/reservation.ts'
import type { MatchRule } from '#app/rules/money/bank/match-lines.ts'
import { type BookedRow, bookedItems } from './booked.ts'
import { shownLine } from './read.ts'

/** Throws INVALID_FIELDS if the company's books do not have it, CHANGED_MEANWHILE if line or entry have a match by now. */
export const match = api.company.money.bank.match.handler(async ({ input: { id, item }, context }) => {
  const { deps, company, person } = context
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `bank ${company}`)
    const line = await lockOpen(tx, { company, id })
    const of = { company, currency: currencyIn(line) }
    const { rows } = await sql<BookedRow>`
      select line_id from (${bookedItems(of, { key: item })}) booked`.execute(tx)
    const [booked] = rows
    if (!booked) throw invalidFields({ item: ['required'] })
    if (booked.line_id !== null) throw errors.CHANGED_MEANWHILE()
    await writeMatch(tx, { line: id, item, why: 'HAND', by: person.id, now: deps.now() })
  })
  return shownLine(deps.db, { company, id })
})

export const explain = api.company.money.bank.explain.handler(async ({ input: { id, note }, context }) => {
  const { deps, company, person } = context
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `bank ${company}`)
    await lockOpen(tx, { company, id })
    await tx.updateTable('bank_line').set({ note, note_by: person.id }).where('id', '=', id).execute()
  })
  return shownLine(deps.db, { company, id })
})

/** Twice is once. */
export const reopen = api.company.money.bank.reopen.handler(async ({ input: { id }, context }) => {
  const { deps, company } = context
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `bank ${company}`)
    await lock(tx, { company, id })
    await tx.deleteFrom('bank_match').where('line_id', '=', id).execute()
    await tx.updateTable('bank_line').set({ note: null, note_by: null, by_hand: true }).where('id', '=', id).execute()
  })
  return shownLine(deps.db, { company, id })
})

interface Written {
  line: number
  /** The key of an entry of the books. */
  item: string
  why: MatchRule
  by: string | null
  now: Date
}

/** Stores a match. The database lets no entry have a second one. */
export async function writeMatch(tx: Tx, { line, item, why, by, now }: Written): Promise<void> {
  const id = item.slice(2)
  const entry = item.startsWith('P-') ? { payout_id: Number(id) } : { desk_money_id: id }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_match')
    .values({ line_id: line, ...entry, why, account_id: by, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw errors.CHANGED_MEANWHILE()
}

interface Own {
  company: number
  id: number
}

async function lock(tx: Tx, { company, id }: Own) {
  const line = await tx
    .selectFrom('bank_line')
    .select(['note', 'currency_id'])
    .where('company_id', '=', company)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!line) throw errors.NOT_FOUND()
  return line
}

/** Throws CHANGED_MEANWHILE unless nobody has decided on it. */
async function lockOpen(tx: Tx, own: Own) {
  const line = await lock(tx, own)
  const matched = await tx.selectFrom('bank_match').select('id').where('line_id', '=', own.id).executeTakeFirst()
  if (matched || line.note !== null) throw errors.CHANGED_MEANWHILE()
  return line
}
