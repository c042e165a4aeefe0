import type { LogEvent } from 'kysely'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { codeOf } from '#app/db/connection/error-code.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { currentTask } from '#app/tracing/current-task.ts'
import { type Plan, planOf } from './plan.ts'
import { describeStatement, isRead } from './statement.ts'

/** What is reported of a slow statement; never its values. */
export type SlowQuery = {
  ms: number
  statement: string
  sql: string
  code?: string
  planBefore?: string
} & Partial<Plan> &
  Partial<Record<'call' | 'request' | 'job', string>>

export type SlowQueryOptions = {
  /** From how many milliseconds on a statement is slow. */
  afterMs: number
  report: (facts: SlowQuery) => void
  /** After which time a plan is asked again, as statistics and indexes change (default: ten minutes). */
  planKeptMs?: number
}

export type SlowQueries = ReturnType<typeof createSlowQueries>

const PLAN_KEPT_MS = 10 * MINUTE_MS
const MOST_STATEMENTS = 200
/** However many statements are slow at once, the database plans at most these for us. */
const MOST_PLANS_A_MINUTE = 10

/**
 * Reports statements that take long: their text without values, their plan, and what they ran for. The plan is asked afterwards, one at a
 * time, over another connection, and of each statement only now and then; a report never waits longer than that, and nobody waits for a
 * report. Source: issue 21, D.
 * @param pool of sessions, from which plans are asked
 */
export function createSlowQueries({ afterMs, report, planKeptMs = PLAN_KEPT_MS }: SlowQueryOptions, pool: pg.Pool) {
  const plans = new LRUCache<string, Promise<Plan | undefined>>({ max: MOST_STATEMENTS, ttl: planKeptMs })
  const hashes = new LRUCache<string, string>({ max: MOST_STATEMENTS })
  const counts = { queries: 0, seconds: 0 }
  let asked: number[] = []
  let isAsking = false

  return {
    /** For Kysely's `log`. */
    note(event: LogEvent) {
      const { queryDurationMillis: ms, query } = event
      if (ms < afterMs) return
      counts.queries += 1
      counts.seconds += ms / 1000
      const code = event.level === 'error' ? codeOf(event.error) || 'failed' : undefined
      const described = describeStatement(query.sql)
      const facts = { ms: Math.round(ms), ...described, ...(code && { code }), ...currentTask() }
      planFor(described.statement, query).then((plan) =>
        report({ ...facts, ...plan, ...changeOf(facts.statement, plan) }),
      )
    },
    /** Statements since the start that were slow, and how long they took together. */
    counts: () => counts,
  }

  async function planFor(statement: string, { sql, parameters }: LogEvent['query']): Promise<Plan | undefined> {
    const known = plans.get(statement)
    if (known) return known
    const since = performance.now() - MINUTE_MS
    asked = asked.filter((at) => at > since)
    if (isAsking || asked.length >= MOST_PLANS_A_MINUTE || !isRead(sql)) return undefined
    isAsking = true
    asked.push(performance.now())
    const asking = planOf(pool, { sql, parameters: parameters.length }).finally(() => {
      isAsking = false
    })
    plans.set(statement, asking)
    const plan = await asking
    if (!plan) plans.delete(statement)
    return plan
  }

  /** A plan that differs from the one before is what makes a statement slow from one day to the next. */
  function changeOf(statement: string, plan: Plan | undefined): { planBefore?: string } {
    if (!plan) return {}
    const before = hashes.get(statement)
    hashes.set(statement, plan.planHash)
    return before && before !== plan.planHash ? { planBefore: before } : {}
  }
}
