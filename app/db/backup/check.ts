import type pg from 'pg'
import type { DatabaseFacts } from './snapshot.ts'
import { countRows, countsOfSchema } from './tables.ts'

/** One check of a restored database, for its report. */
export type Check = { name: string; ok: boolean; found: string }

/** Compares a restored database with what was there at the time of the backup, and checks what must always hold. */
export async function checkDatabase(client: Pick<pg.Client, 'query'>, facts: DatabaseFacts): Promise<Check[]> {
  return [
    differences('rows of each table', facts.rows, await countRows(client)),
    differences('constraints, indexes, triggers', facts.schema, await countsOfSchema(client)),
    await none(client, 'transactions of the ledger that do not add up to 0', UNBALANCED),
    await none(client, 'balances that are not the sum of their entries', WRONG_BALANCES),
    await none(client, 'busy times of one vehicle that overlap', OVERLAPS),
  ]
}

const UNBALANCED = `
  select count(*) from (
    select from ledger_entry entry join ledger_account account on account.id = entry.account_id
    group by entry.transaction_id, account.currency_id having sum(entry.amount) <> 0) as found`

const WRONG_BALANCES = `
  select count(*) from ledger_account account
  where balance <> coalesce((select sum(amount) from ledger_entry where account_id = account.id), 0)`

/** The same as the exclusion constraint, which a damaged index would not keep. */
const OVERLAPS = `
  select count(*) from (
    select start_at < max(end_at) over (
      partition by ad_id order by start_at, id rows between unbounded preceding and 1 preceding) as is_shared
    from busy where status in (1, 2)) as found
  where is_shared`

async function none(client: Pick<pg.Client, 'query'>, name: string, query: string): Promise<Check> {
  const { rows } = await client.query<{ count: string }>(query)
  const count = Number(rows[0]?.count)
  return { name, ok: count === 0, found: String(count) }
}

function differences(name: string, then: Record<string, number>, now: Record<string, number>): Check {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])]
  const other = names.filter((key) => then[key] !== now[key])
  const total = Object.values(now).reduce((sum, count) => sum + count, 0)
  const found = other.map((key) => `${key}: ${now[key] ?? 'missing'} instead of ${then[key] ?? 'none'}`)
  return { name, ok: other.length === 0, found: other.length ? found.join(', ') : String(total) }
}
