import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { closingOf, countedSum, piecesOf } from '#app/rules/money/cash-count.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { readClosing } from './closings.ts'
import { lastClosing, sinceOf, sumOf, uncountedCash, zoneOf } from './open.ts'

const AT_ONCE = 1000

/**
 * Closes the till for today with the payments that no closing has counted. Throws INVALID_FIELDS for a difference without a reason, or
 * more kept than counted; CHANGED_MEANWHILE if today is closed, or something was paid since the page was shown.
 */
export const close = api.company.money.cash.close.handler(async ({ input, context }) => {
  const { deps, company, person } = context
  const { currency, kept, reason, note } = input
  const counts = countsIn(input, currency)
  const counted = countedSum(counts, currency)
  const now = deps.now()
  const zone = await zoneOf(deps.db, company)
  const on_date = dateIn(zone, now)
  const till = { company, currency }
  const id = await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `till ${company}`)
    const last = await lastClosing(tx, till)
    const rows = await uncountedCash(tx, till, sinceOf(last, { on: on_date, zone }))
    const booked = sumOf(rows)
    if ((last && last.on_date >= on_date) || booked !== input.booked) throw errors.CHANGED_MEANWHILE()
    const opening = last?.kept ?? input.opening
    const { difference } = closingOf({ opening, booked, counted, kept })
    const wrong: Record<string, string[]> = {}
    if (kept > counted) wrong.kept = ['more_than_counted']
    if (difference !== 0 && reason === undefined) wrong.reason = ['required']
    if (difference !== 0 && note === undefined) wrong.note = ['required']
    if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
    const closing = await tx
      .insertInto('cash_closing')
      .values({
        ...{ company_id: company, currency_id: CURRENCY_IDS[currency], on_date, opening, booked },
        ...{ counts: JSON.stringify(counts), counted, kept, account_id: person.id, closed_at: now },
        ...(difference !== 0 && { reason, note }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const items = rows.map(({ desk_money_id, is_undone, amount }) => ({
      ...{ closing_id: closing.id, desk_money_id, is_undone, amount },
    }))
    for (let from = 0; from < items.length; from += AT_ONCE)
      await tx
        .insertInto('cash_closing_item')
        .values(items.slice(from, from + AT_ONCE))
        .execute()
    return closing.id
  })
  return readClosing(deps.db, { company, id })
})

/** The pieces of this currency that were counted. */
function countsIn(input: Record<string, unknown>, currency: CurrencyCode): Record<string, number> {
  return Object.fromEntries(
    piecesOf(currency).flatMap((value) => {
      const pieces = Number(input[`n${value}`] ?? 0)
      return pieces > 0 ? [[String(value), pieces] as const] : []
    }),
  )
}
