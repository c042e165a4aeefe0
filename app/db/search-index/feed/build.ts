import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { createBreaks } from '#app/rules/time/breaks.server.ts'
import { emptyFleet, endFilling, type Fleet, putCompany, putListing, removeListing } from '../fleet/fleet.ts'
import type { Listing } from '../fleet/listing.ts'
import { type Changes, currentPosition, type Position } from './changes.ts'
import { readCompanies, readListingsAfter, readListingsOf, readSizes } from './read-listings.ts'

/** How many vehicles are read by one query. */
const SLICE = 1000

/** Reads all vehicles on offer, in slices: those after the first are read while the last one is put in. Null if it was stopped. */
export async function buildFleet(
  db: Kysely<DB>,
  { now, isStopping }: { now: () => Date; isStopping: () => boolean },
): Promise<{ fleet: Fleet; position: Position } | null> {
  // First, so that everything that is read is as new as this, or newer.
  const position = await currentPosition(db)
  const fleet = emptyFleet(now(), await readSizes(db))
  const after = (id: number) => readListingsAfter(db, { id, size: SLICE, now: now() })
  let slice = await after(0)
  while (slice.length > 0) {
    if (isStopping()) return null
    const last = slice.at(-1)
    const next = last && slice.length === SLICE ? after(last.id) : []
    const [following] = await Promise.all([next, putAll(fleet, slice)])
    slice = following
  }
  const takeBreak = createBreaks()
  for (const _ of endFilling(fleet)) await takeBreak()
  return { fleet, position }
}

/** Reads what has changed, and puts it in. */
export async function applyChanges(
  db: Kysely<DB>,
  fleet: Fleet,
  { ads, companies, now }: Pick<Changes, 'ads' | 'companies'> & { now: Date },
): Promise<void> {
  const takeBreak = createBreaks()
  for (const company of companies.length > 0 ? await readCompanies(db, companies) : []) {
    putCompany(fleet, company)
    await takeBreak()
  }
  for (let at = 0; at < ads.length; at += SLICE) {
    const ids = ads.slice(at, at + SLICE)
    const listings = await readListingsOf(db, ids, now)
    const offered = new Set(listings.map(({ id }) => id))
    for (const id of ids) if (!offered.has(id)) removeListing(fleet, id)
    await putAll(fleet, listings)
  }
}

/** Those of a block one after the other, because they share what is in the processor's caches. */
async function putAll(fleet: Fleet, listings: readonly Listing[]): Promise<void> {
  const takeBreak = createBreaks()
  for (const listing of listings.toSorted((one, other) => one.city - other.city || one.category - other.category)) {
    putListing(fleet, listing)
    await takeBreak()
  }
}
