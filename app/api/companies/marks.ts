import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/**
 * How many ratings of one to five stars the vehicles `a` have that `where` names. Ratings without an account came with imported
 * comments; all others are stored as ratings, with or without comment. Source: *ours*.
 */
export async function readMarks(db: Kysely<DB>, where: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ score: number; count: number }>`
    select score, count(*) as count from (
      select c.score from ad_comment c join ad a on a.id = c.ad_id
      where ${where} and c.approved and c.score is not null and c.account_id is null
      union all
      select r.score from ad_rating r join ad a on a.id = r.ad_id where ${where}
    ) m group by score`.execute(db)
  return [1, 2, 3, 4, 5].map((mark) => rows.find(({ score }) => score === mark)?.count ?? 0)
}
