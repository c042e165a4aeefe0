import { type Selectable, sql } from 'kysely'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { api } from '#app/api/context.ts'
import { currencyIn } from '#app/api/reservations/read/record.ts'
import type { DB } from '#app/db/schema.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { pageSlice } from '#app/rules/pagination.ts'

/** Discount codes, the newest first. */
export const codes = api.operator.codes.handler(async ({ input: { page, size }, context: { deps } }) => {
  const all = deps.db.selectFrom('discount_code')
  const { count } = await all.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await all
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  return { count, results: rows.map((row) => shown(row, deps.now())) }
})

/** Makes a code, valid from the first to the end of the last day in Tehran. Throws INVALID_FIELDS where it exists, in any case. */
export const createCode = api.operator.createCode.handler(async ({ input, context: { deps } }) => {
  const { start_date, end_date, currency, code, ...rest } = input
  const made = await deps.db
    .insertInto('discount_code')
    .values({
      ...rest,
      code: code.toUpperCase(),
      currency_id: CURRENCY_IDS[currency],
      starts_at: sql`${start_date}::date::timestamp at time zone 'Asia/Tehran'`,
      ends_at: sql`(${end_date}::date + 1)::timestamp at time zone 'Asia/Tehran'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) throw invalidFields({ code: ['code_taken'] })
  return shown(made, deps.now())
})

/** Ends a code now; one that has ended stays as it is. Throws NOT_FOUND. */
export const endCode = api.operator.endCode.handler(async ({ input: { id }, context: { deps } }) => {
  const now = deps.now()
  const ended = await deps.db
    .updateTable('discount_code')
    .set({ ends_at: sql`least(ends_at, ${now})`, starts_at: sql`least(starts_at, ${now})` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!ended) throw errors.NOT_FOUND()
  return shown(ended, now)
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
