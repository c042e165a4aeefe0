import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { hashOf, withoutValues } from './statement.ts'

/** The shape of a plan in words, and a hash of all that is in it but costs and values. */
export type Plan = { plan: string; planHash: string }

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: PlanNode[] }

/** PostgreSQL may take this long to plan a statement, and its tables may be locked this long. */
const PLAN_WITHIN_MS = 1_000
const LOCK_WITHIN_MS = 100
/** Then it does not answer, and the connection is closed. */
const ANSWERS_WITHIN_MS = 2_000
const LONGEST_SHAPE = 400

/**
 * The generic plan of a statement that reads: what PostgreSQL does for any values, so that none is needed. It is asked by PREPARE, as
 * `EXPLAIN (GENERIC_PLAN)` came with version 16 only. Undefined while the pool has no connection to spare, or if it cannot be planned in time.
 * @param pool of sessions: a pool of transactions would leave the prepared statement to somebody else
 */
export async function planOf(
  pool: pg.Pool,
  { sql, parameters }: { sql: string; parameters: number },
): Promise<Plan | undefined> {
  // The statement's own connection goes back first: it may be the only one.
  await nextTurn()
  if (!hasRoom(pool)) return undefined
  let client: pg.PoolClient | undefined
  let isInTime = false
  const asking = async () => {
    client = await pool.connect()
    const plan = await explain(client, sql, parameters)
    isInTime = true
    return plan
  }
  const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<undefined>()
  const timer = setTimeout(giveUp, ANSWERS_WITHIN_MS)
  const asked = asking().catch(() => undefined)
  // A connection that fails or hangs may be in any state, so it is not used again.
  asked.finally(() => client?.release(!isInTime))
  const plan = await Promise.race([asked, tooLate])
  clearTimeout(timer)
  if (!isInTime) client?.end().catch(() => {})
  return plan
}

/** Nobody waits, and another connection is idle or may be opened. */
function hasRoom({ waitingCount, idleCount, totalCount, options: { max } }: pg.Pool): boolean {
  return waitingCount === 0 && (idleCount > 0 || totalCount < max)
}

async function explain(client: pg.PoolClient, sql: string, parameters: number): Promise<Plan> {
  const values = Array.from({ length: parameters }, () => 'null').join(', ')
  try {
    await client.query(`begin read only; set local statement_timeout = ${PLAN_WITHIN_MS};
      set local lock_timeout = ${LOCK_WITHIN_MS}; set local plan_cache_mode = force_generic_plan;
      prepare savari_slow_query as ${sql}`)
    const execution = values ? `savari_slow_query(${values})` : 'savari_slow_query'
    const { rows } = await client.query<Record<'QUERY PLAN', [{ Plan: PlanNode }]>>(
      `explain (format json, costs off) execute ${execution}`,
    )
    return describePlan(rows[0]!['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback; deallocate savari_slow_query')
  }
}

function describePlan(root: PlanNode): Plan {
  const normalized = JSON.stringify(root, (_, value) => (typeof value === 'string' ? withoutValues(value) : value))
  return { plan: shapeOf(root).slice(0, LONGEST_SHAPE), planHash: hashOf(normalized) }
}

/** `Limit > Sort > Nested Loop (Index Scan reservation_pkey, Seq Scan ad)` */
function shapeOf(node: PlanNode): string {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')
  const below = (node.Plans ?? []).map(shapeOf)
  if (below.length > 1) return `${name} (${below.join(', ')})`
  return [name, ...below].join(' > ')
}
