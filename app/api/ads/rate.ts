import { type Kysely, sql } from 'kysely'
import { reservationsOf } from '#app/api/account/own-data/holdings.ts'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { ratingOf } from '#app/rules/search/rating.ts'

/**
 * Rates a vehicle for one completed rental of it, once, and counts the score for the vehicle and its company. Throws
 * NOT_RATEABLE without such a rental. Source: §7; decisions.md, "Renting".
 */
export const rate = api.ads.rate.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id, score } = input
  const ad = await deps.db.selectFrom('ad').select(['id', 'company_id']).where('id', '=', id).executeTakeFirst()
  if (!ad) throw errors.NOT_FOUND()
  return inTransaction(deps.db, async (tx) => {
    const rental = await unratedRental(tx, { person, ad: id, reservation: input.reservation })
    if (!rental) throw errors.NOT_RATEABLE()
    const rated = await tx
      .insertInto('ad_rating')
      .values({ reservation_id: rental.id, ad_id: id, account_id: person.id, score, created_at: deps.now() })
      .onConflict((conflict) => conflict.column('reservation_id').doNothing())
      .returning('reservation_id')
      .executeTakeFirst()
    // Two requests at once: the first has rated it.
    if (!rated) throw errors.NOT_RATEABLE()
    const rating = await count(tx, { ad: id, company: ad.company_id, score })
    return { reservation: rental.id, score, rating: ratingOf(rating) }
  })
})

function unratedRental(
  db: Kysely<DB>,
  { person, ad, reservation }: { person: Parameters<typeof reservationsOf>[1]; ad: number; reservation?: string },
) {
  return reservationsOf(db, person)
    .leftJoin('ad_rating', 'ad_rating.reservation_id', 'reservation.id')
    .select('reservation.id')
    .where('reservation.ad_id', '=', ad)
    .where('reservation.status', '=', 'COMPLETED')
    .where('ad_rating.reservation_id', 'is', null)
    .$if(reservation !== undefined, (query) => query.where('reservation.id', '=', reservation ?? ''))
    .orderBy('reservation.end_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function count(tx: Tx, { ad, company, score }: { ad: number; company: number; score: number }) {
  const added = { rating_sum: sql<number>`rating_sum + ${score}`, rating_count: sql<number>`rating_count + 1` }
  await tx.updateTable('company').set(added).where('id', '=', company).execute()
  return tx
    .updateTable('ad')
    .set(added)
    .where('id', '=', ad)
    .returning(['rating_sum', 'rating_count'])
    .executeTakeFirstOrThrow()
}
