import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { numbersIn } from './numbers.ts'

/**
 * Up to where changes are known: the snapshot that showed them, and the database in which that means something. `epoch` differs after a
 * crash, on a new primary, and in a copy.
 */
export type Position = { snapshot: string; epoch: string }

export type Changes = {
  /** Whether some may have been missed, so that everything must be read again. */
  isLost: boolean
  /** Where to go on once all of these are read. */
  position: Position
  ads: number[]
  companies: number[]
}

const EPOCH = sql<string>`concat_ws(' ', search_epoch.epoch, pg_postmaster_start_time(),
  (select oid from pg_database where datname = current_database()))`

/** Up to where changes are known by whoever reads everything from now on. */
export async function currentPosition(db: Kysely<DB>): Promise<Position> {
  // Transactions that are yet to come were in another database of which this one is a copy: its changes are none of this one's.
  await sql`delete from search_change where transaction >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
  await sql`
    insert into search_epoch default values on conflict (is_only)
    do update set epoch = default, deleted_to = null
      where search_epoch.deleted_to >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
  const { rows } =
    await sql<Position>`select pg_current_snapshot()::text as snapshot, ${EPOCH} as epoch from search_epoch`.execute(db)
  if (!rows[0]) throw new Error('the search index found no epoch')
  return rows[0]
}

/**
 * The vehicles and companies that have changed since a position, at most `limit` of each; more than that counts as lost. Numbers of
 * transactions are no order of commits: a change is new if the former snapshot did not show it.
 */
export async function changesSince(db: Kysely<DB>, { snapshot, epoch }: Position, limit: number): Promise<Changes> {
  const changed = (column: string) => sql`array(
    select distinct ${sql.ref(column)} from search_change
    where transaction >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(transaction, ${snapshot}::pg_snapshot)
      and ${sql.ref(column)} is not null limit ${limit + 1}::int)::text`
  const { rows } = await sql<Position & { is_deleted: boolean; ads: string; companies: string }>`
    select pg_current_snapshot()::text as snapshot, ${EPOCH} as epoch,
      coalesce(search_epoch.deleted_to >= pg_snapshot_xmin(${snapshot}::pg_snapshot), false) as is_deleted,
      ${changed('ad_id')} as ads, ${changed('company_id')} as companies
    from search_epoch`.execute(db)
  const [found] = rows
  if (!found || found.epoch !== epoch) return { isLost: true, position: { snapshot, epoch }, ads: [], companies: [] }
  const [ads, companies] = [numbersIn(found.ads), numbersIn(found.companies)]
  return {
    isLost: found.is_deleted || ads.length > limit || companies.length > limit,
    position: { snapshot: found.snapshot, epoch },
    ads,
    companies,
  }
}

/** How long changes are kept for processes that cannot read them at the moment. */
const KEPT_MINUTES = 10

/** Deletes changes that processes have read long ago; those that have not notice it by `deleted_to`. */
export async function forgetChanges(db: Kysely<DB>): Promise<void> {
  await sql`
    with deleted as (
      delete from search_change where transaction < pg_snapshot_xmin(pg_current_snapshot())
        and at < now() - make_interval(mins => ${KEPT_MINUTES}::int) returning transaction
    ), last as (select transaction from deleted order by transaction desc limit 1)
    update search_epoch set deleted_to = greatest(deleted_to, last.transaction) from last`.execute(db)
}
