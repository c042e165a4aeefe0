import { type Selectable, sql } from 'kysely'
import { hasColleague } from '#app/api/account/operators.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { requestChange } from '#app/api/operator/approvals/approval-requests.ts'
import { approvalAbove } from '#app/api/operator/approvals/second-operator.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { isLargeCode } from '#app/rules/access/second-operator.ts'
import { guardLimits, limitsIn } from './code-limits.ts'
import { codeTaken, makeCode } from './make-code.ts'

/** Discount codes, newest first. */
export const codes = api.operator.settings.codes.handler(
  async ({ input: { page, size }, context: { deps, language } }) => {
    const all = deps.db.selectFrom('discount_code')
    const { count, rows } = await pageRows(all.selectAll().orderBy('id', 'desc'), { page, size })
    const limits = await limitsIn(deps, language)
    return { count, results: rows.map((row) => ({ ...shown(row, deps.now()), ...limits(row) })) }
  },
)

/**
 * Makes a code, or lets one of much wait for a second operator where there is one. Throws INVALID_FIELDS where it exists, in any case, or
 * is limited to a place or company that is none, and APPROVAL_WAITS where one of this name waits.
 */
export const createCode = api.operator.settings.createCode.handler(
  async ({ input, context: { deps, language, person } }) => {
    await guardLimits(deps, input)
    const limits = await limitsIn(deps, language)
    return inTransaction(deps.db, async (tx) => {
      const code = { ...input, code: input.code.toUpperCase() }
      const isLarge = isLargeCode({ ...code, limit: await approvalAbove(tx, code.currency) })
      if (!isLarge || !(await hasColleague(tx, person.id, ['MONEY']))) {
        const made = await makeCode(tx, code)
        return { waits: false, code: { ...shown(made, deps.now()), ...limits(made) } }
      }
      const taken = await tx.selectFrom('discount_code').select('id').where('code', '=', code.code).executeTakeFirst()
      if (taken) throw codeTaken()
      await requestChange(deps, tx, { by: person.id, reason: '', change: { kind: 'CODE', code } })
      return { waits: true, code: null }
    })
  },
)

/** Ends a code now; does nothing for one that has ended. Throws NOT_FOUND. */
export const endCode = api.operator.settings.endCode.handler(async ({ input: { id }, context: { deps, language } }) => {
  const now = deps.now()
  const ended = await deps.db
    .updateTable('discount_code')
    .set({ ends_at: sql`least(ends_at, ${now})`, starts_at: sql`least(starts_at, ${now})` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!ended) throw errors.NOT_FOUND()
  return { ...shown(ended, now), ...(await limitsIn(deps, language))(ended) }
})

type Row = Selectable<DB['discount_code']>

function shown({ currency_id, starts_at, ends_at, ...row }: Row, now: Date) {
  const { id, code, percent, cap, amount, min_days, total_uses, used, once_per_phone } = row
  const status = now >= ends_at ? 'ENDED' : used >= total_uses ? 'USED_UP' : now < starts_at ? 'COMING' : 'RUNNING'
  return {
    ...{ id, code, percent, min_days, total_uses, used, once_per_phone },
    cap: cap === null ? null : cap,
    amount: amount === null ? null : amount,
    currency: currencyIn({ currency_id }),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    status: status as 'COMING' | 'RUNNING' | 'USED_UP' | 'ENDED',
  }
}
