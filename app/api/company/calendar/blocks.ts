import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { timeErrors } from '#app/api/call/time-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import type { Block } from '#app/contract/company/calendar/blocks.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { BUSY } from '#app/db/prices/free.ts'
import type { Language } from '#app/rules/constants.ts'
import { instantOf, localOf } from '#app/rules/time/rental-time.ts'

/** The company's present and future blocks, the next first. */
export const blocks = api.company.calendar.blocks.handler(async ({ input, context }) => {
  const { deps, language, companyFilter } = context
  const { page, size } = input
  const coming = blockRows(deps.db)
    .where('busy.end_at', '>', deps.now())
    .$if(companyFilter !== null, (query) => query.where('ad.company_id', '=', companyFilter ?? 0))
  const { count, rows } = await pageRows(coming.orderBy('busy.start_at').orderBy('busy.id'), { page, size })
  return { count, results: rows.map((row) => shown(row, language)) }
})

/** Blocks a vehicle for some time. Throws VEHICLE_TAKEN if it is rented or blocked then. */
export const block = api.company.calendar.block.handler(async ({ input, context }) => {
  const { deps, language, vehicle: ad } = context
  const { ad: id, note, purpose, ...time } = input
  const fieldErrors = timeErrors(time, { zone: ad.zone, now: deps.now() })
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
  await expireHolds(deps, { ad: id })
  const made = await inTransaction(deps.db, (tx) =>
    tx
      .insertInto('busy')
      .values({
        ad_id: id,
        kind: 'BLOCK',
        status: BUSY.FIRM,
        start_at: instantOf(time.start_date, time.start_time, ad.zone),
        end_at: instantOf(time.end_date, time.end_time, ad.zone),
        note: note ?? null,
        purpose: purpose ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  if (!made) throw errors.VEHICLE_TAKEN()
  const row = await blockRows(deps.db).where('busy.id', '=', made.id).executeTakeFirstOrThrow()
  return shown(row, language)
})

/** Removes a block. Throws NOT_FOUND the second time. */
export const unblock = api.company.calendar.unblock.handler(async ({ context: { deps, block } }) => {
  const { id } = block
  const removed = await deps.db.deleteFrom('busy').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed) throw errors.NOT_FOUND()
  return { id, removed: true }
})

/** The blocks of one vehicle that are not over, the next first. */
export async function comingBlocks(
  db: Kysely<DB>,
  { ad, now, most, language }: { ad: number; now: Date; most: number; language: Language },
): Promise<z.infer<typeof Block>[]> {
  const rows = await blockRows(db)
    .where('ad.id', '=', ad)
    .where('busy.end_at', '>', now)
    .orderBy('busy.start_at')
    .limit(most)
    .execute()
  return rows.map((row) => shown(row, language))
}

function blockRows(db: Kysely<DB>) {
  return db
    .selectFrom('busy')
    .innerJoin('ad', 'ad.id', 'busy.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .select(['busy.id', 'busy.ad_id', 'busy.start_at', 'busy.end_at', 'busy.note', 'busy.purpose', 'ad.picture'])
    .select(['ad.company_id', 'city.zone'])
    .select(TITLE_COLUMNS)
    .where('busy.kind', '=', 'BLOCK')
    .where('busy.status', '=', BUSY.FIRM)
    .where('busy.source_id', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof blockRows>['execute']>>[number]

function shown(row: Row, language: Language): z.infer<typeof Block> {
  const start = localOf(row.start_at, row.zone)
  const end = localOf(row.end_at, row.zone)
  return {
    id: row.id,
    ad: { id: row.ad_id, title: titleOf(row, language), picture: row.picture },
    start_date: start.date,
    start_time: start.time,
    end_date: end.date,
    end_time: end.time,
    note: row.note,
    purpose: row.purpose,
  }
}
