import { type Kysely, sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { type DiscountFacts, type DiscountJudgement, judgeDiscount } from '#app/rules/money/discount.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'

export type JudgedCode = DiscountJudgement & { code: string; id: number | null; oncePerPhone: boolean }

/**
 * The amount of a typed code, in any digits and case, on a bill. Without a phone the rule "once per phone" is checked
 * at the reservation. Source: decisions.md, "Renting".
 */
export async function judgeCode(
  db: Kysely<DB>,
  typed: string,
  facts: Omit<DiscountFacts, 'used_by_phone'> & { phone?: string },
): Promise<JudgedCode> {
  const code = toLatinDigits(typed).trim()
  const stored = await db
    .selectFrom('discount_code')
    .selectAll()
    .where(sql`upper(code)`, '=', code.toUpperCase())
    .executeTakeFirst()
  if (!stored) return { ...judgeDiscount(null, { ...facts, used_by_phone: false }), code, id: null, oncePerPhone: true }
  const used_by_phone = facts.phone !== undefined && (await wasUsedBy(db, stored.id, facts.phone))
  const judged = judgeDiscount({ ...stored, currency: currencyIn(stored) }, { ...facts, used_by_phone })
  return { ...judged, code: stored.code, id: stored.id, oncePerPhone: stored.once_per_phone }
}

/** The amount of a code that a reservation has already claimed: as at that time, without counting its uses again. */
export async function judgeClaimedCode(
  db: Kysely<DB>,
  claimed: { code: number; at: Date },
  facts: Omit<DiscountFacts, 'used_by_phone'>,
): Promise<JudgedCode | undefined> {
  const stored = await db.selectFrom('discount_code').selectAll().where('id', '=', claimed.code).executeTakeFirst()
  if (!stored) return undefined
  const code = { ...stored, currency: currencyIn(stored), total_uses: null, once_per_phone: false }
  const judged = judgeDiscount(code, { ...facts, now: claimed.at, used_by_phone: false })
  return { ...judged, code: stored.code, id: stored.id, oncePerPhone: stored.once_per_phone }
}

/**
 * Counts a use of a code for a reservation, so that the last use and a phone's only use are given once. Throws
 * INVALID_FIELDS if somebody was faster.
 */
export async function claimCode(
  tx: Tx,
  use: { id: number; oncePerPhone: boolean; phone: string; reservation: string },
): Promise<void> {
  const counted = await tx
    .updateTable('discount_code')
    .set({ used: sql`used + 1` })
    .where('id', '=', use.id)
    .whereRef('used', '<', 'total_uses')
    .returning('id')
    .executeTakeFirst()
  if (!counted) throw invalidFields({ discount_code: ['discount_used_up'] })
  const noted = await tx
    .insertInto('discount_use')
    .values({ code_id: use.id, phone: use.phone, reservation_id: use.reservation, once: use.oncePerPhone })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code_id')
    .executeTakeFirst()
  if (!noted) throw invalidFields({ discount_code: ['discount_used_by_phone'] })
}

/** Releases the uses of reservations that were not paid. */
export async function releaseCodes(tx: Tx, reservations: string[]): Promise<void> {
  const released = await tx
    .updateTable('discount_use')
    .set({ released: true })
    .where('reservation_id', 'in', reservations)
    .where('released', '=', false)
    .returning('code_id')
    .execute()
  for (const code of released.map(({ code_id }) => code_id).sort((one, other) => one - other)) {
    await tx.updateTable('discount_code').set({ used: sql`used - 1` }).where('id', '=', code).execute()
  }
}

/** Counts a released use again for a reservation that is paid late, if the code still allows it. */
export async function reclaimCode(tx: Tx, reservation: string): Promise<void> {
  const use = await tx
    .selectFrom('discount_use')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('released', '=', true)
    .executeTakeFirst()
  if (!use || (use.once && (await wasUsedBy(tx, use.code_id, use.phone)))) return
  const counted = await tx
    .updateTable('discount_code')
    .set({ used: sql`used + 1` })
    .where('id', '=', use.code_id)
    .whereRef('used', '<', 'total_uses')
    .returning('id')
    .executeTakeFirst()
  if (!counted) return
  await tx.updateTable('discount_use').set({ released: false }).where('reservation_id', '=', reservation).execute()
}

async function wasUsedBy(db: Kysely<DB>, code: number, phone: string): Promise<boolean> {
  const found = await db
    .selectFrom('discount_use')
    .select('code_id')
    .where('code_id', '=', code)
    .where('phone', '=', phone)
    .where('released', '=', false)
    .executeTakeFirst()
  return found !== undefined
}
