import type { Kysely } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { comingOf, vehicleRows } from '#app/api/company/fleet/own-vehicle.ts'
import { changeState } from '#app/api/company/fleet/state.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { titleOf, titlesOf } from '#app/api/reservations/read/vehicle-title.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { STATE_NUMBERS, stateOfNumber } from '#app/rules/search/vehicle-state.ts'

export const listings = api.operator.moderation.listings.handler(async ({ input, context: { deps, language } }) => {
  const { page, size, show } = input
  const found = listingRows(deps.db).$if(show !== 'all', (query) =>
    query.where('ad.status', '=', show === 'waiting' ? STATE_NUMBERS.AWAITING_LOOK : STATE_NUMBERS.TAKEN_DOWN),
  )
  const { count, rows } = await pageRows(found.orderBy('ad.id', 'desc'), { page, size })
  return { count, results: rows.map((row) => shown(row, language)) }
})

/** Throws NOT_FOUND. */
export const listing = api.operator.moderation.listing.handler(
  async ({ input: { id }, context: { deps, language } }) => {
    const [found, { count }] = await Promise.all([
      readListing(deps.db, id, language),
      comingOf(deps.db, { ad: id, now: deps.now() }),
    ])
    return { ...found, coming: count, waiting_too: await countWaitingToo(deps.db, found) }
  },
)

/**
 * The company is notified of a change; an unchanged state does nothing. Throws NOT_FOUND, and VEHICLE_STATE for a
 * retired one.
 */
export const judgeListing = api.operator.moderation.judgeListing.handler(
  async ({ input, context: { deps, language } }) => {
    await inTransaction(deps.db, (tx) => judge(deps, tx, input))
    deps.publish({ kind: 'pages' })
    return readListing(deps.db, input.id, language)
  },
)

/** The other listings of the company that go on offer with this one; none where it doesn't wait. */
async function countWaitingToo(db: Kysely<DB>, { id, state, company }: Awaited<ReturnType<typeof readListing>>) {
  if (state !== 'AWAITING_LOOK') return 0
  const { count } = await db
    .selectFrom('ad')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('company_id', '=', company.id)
    .where('status', '=', STATE_NUMBERS.AWAITING_LOOK)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return count
}

type Judgement = { id: number; taken_down: boolean; reason: string }

async function judge(deps: Deps, tx: Tx, { id, taken_down, reason }: Judgement): Promise<void> {
  const ad = await tx.selectFrom('ad').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!ad) throw errors.NOT_FOUND()
  const isDown = stateOfNumber(ad.status) === 'TAKEN_DOWN'
  if (isDown === taken_down) return
  await giveReason(tx, reason)
  const to = taken_down ? 'TAKEN_DOWN' : ad.was_offered ? 'OFFERED' : 'PAUSED'
  await changeState(tx, ad, { to, by: 'OPERATOR', now: deps.now(), ...(taken_down && { reason }) })
  const row = await listingRows(tx).where('ad.id', '=', id).executeTakeFirstOrThrow()
  await notify(deps, tx, {
    kind: taken_down ? 'listingTakenDown' : 'listingPutBack',
    company: ad.company_id,
    vehicle: titlesOf(row),
    reason,
    path: `/desk/fleet/${id}`,
  })
}

/** Throws NOT_FOUND. */
export async function readListing(db: Kysely<DB>, id: number, language: Language) {
  const row = await listingRows(db).where('ad.id', '=', id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  return shown(row, language)
}

/** Listings with the names of their companies. */
export function listingRows(db: Kysely<DB>) {
  return vehicleRows(db).select('company.name as company_name')
}

type Row = Awaited<ReturnType<ReturnType<typeof listingRows>['execute']>>[number]

function shown(row: Row, language: Language) {
  const { id, category, year, picture, created_at, status, taken_down_reason, about, company_id, company_name } = row
  return {
    ...{ id, category, year, picture, taken_down_reason },
    title: titleOf(row, language),
    created_at: created_at.toISOString(),
    state: stateOfNumber(status),
    city: nameOf(row, language),
    about: LANGUAGES.flatMap((one) => {
      const text = about?.[one]
      return text ? [{ language: one, text }] : []
    }),
    company: { id: company_id, name: wordingIn(language, company_name) },
  }
}
