import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import { api } from '#app/api/call/context.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { Fine } from '#app/contract/company/fleet/fines.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB, Fine as FineRow } from '#app/db/connection/schema.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import type { Language } from '#app/rules/constants.ts'
import { isChargeable, isUndecided } from '#app/rules/fleet/fine.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { begunRentals } from './rentals.ts'

type Shown = z.infer<typeof Fine>
type Rental = Shown['rental']

/** The notices of a company, the latest first. */
export const list = api.company.fleet.fines.list.handler(async ({ input, context }) => {
  const { deps, language, company } = context
  const { page, size, view } = input
  const wanted = fineRows(deps.db)
    .where('fine.company_id', '=', company)
    .$if(view === 'OPEN', (query) => query.where('fine.status', '=', 'OPEN'))
    .$if(view === 'UNMATCHED', (query) => query.where('fine.status', '=', 'OPEN').where('match', '<>', 'FOUND'))
    .$if(view === 'CHARGED', (query) => query.where('fine.status', '=', 'CHARGED'))
    .$if(view === 'COMPANY', (query) => query.where('fine.status', '=', 'COMPANY'))
  const { count, rows } = await pageRows(wanted.orderBy('fine.at', 'desc').orderBy('fine.id'), { page, size })
  return { count, results: rows.map((row) => shown(row, language)) }
})

/** A notice with the rentals around it. */
export const read = api.company.fleet.fines.read.handler(async ({ context: { deps, language, fine } }) => {
  const { db } = deps
  const isFree = fine.match === 'BETWEEN' && fine.ad_id !== null
  const [one, before, after, terms] = await Promise.all([
    shownFine(db, fine.id, language),
    isFree ? rentalAt(db, fine, 'before') : null,
    isFree ? rentalAt(db, fine, 'after') : null,
    db
      .selectFrom('company')
      .select(['fine_fee', 'currency_id'])
      .where('id', '=', fine.company_id)
      .executeTakeFirstOrThrow(),
  ])
  const is_open = isUndecided(one)
  const is_chargeable = is_open && one.rental !== null && isChargeable({ at: fine.at, now: deps.now() })
  const usual_fee = terms.currency_id === fine.currency_id ? (terms.fine_fee ?? 0) : 0
  return { ...one, before, after, is_open, is_chargeable, usual_fee }
})

/** A notice as its company sees it; it must exist. */
export async function shownFine(db: Kysely<DB>, id: string, language: Language): Promise<Shown> {
  return shown(await fineRows(db).where('fine.id', '=', id).executeTakeFirstOrThrow(), language)
}

const RENTAL_COLUMNS = [
  'rental.rental_id',
  'rental.number',
  'rental.fullname',
  'rental.reservation_status',
  'rental.out_at',
  'rental.back_at',
] as const

function fineRows(db: Kysely<DB>) {
  return db
    .selectFrom('fine')
    .innerJoin('company', 'company.id', 'fine.company_id')
    .innerJoin('city', 'city.id', 'company.city_id')
    .leftJoin('ad', 'ad.id', 'fine.ad_id')
    .leftJoin('brand', 'brand.id', 'ad.brand_id')
    .leftJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .leftJoin(begunRentals(db).as('rental'), 'rental.rental_id', 'fine.reservation_id')
    .leftJoin('proposal', 'proposal.id', 'fine.proposal_id')
    .selectAll('fine')
    .select(['city.zone', ...TITLE_COLUMNS, 'ad.plate as plate_now', ...RENTAL_COLUMNS, 'proposal.status as charge'])
}

type Row = Awaited<ReturnType<ReturnType<typeof fineRows>['execute']>>[number]

function shown(row: Row, language: Language): Shown {
  const { id, kind, plate, at, zone, what, notice, amount, pay_by, match, status, fee, charge } = row
  return {
    ...{ id, kind, plate, zone, what, notice, amount, pay_by, match, status, fee, charge },
    at: at.toISOString(),
    currency: currencyIn(row),
    vehicle: row.ad_id === null ? null : { id: row.ad_id, title: titleOf(row, language), plate: row.plate_now },
    rental: rentalOf(row),
  }
}

type RentalRow = Pick<Row, 'rental_id' | 'number' | 'fullname' | 'reservation_status' | 'out_at' | 'back_at'>

function rentalOf({ rental_id: id, number, fullname, reservation_status: status, out_at, back_at }: RentalRow): Rental {
  if (id === null || number === null || fullname === null || status === null || out_at === null) return null
  return {
    ...{ id, number: numberOf({ number }), fullname: nameForCompany({ fullname, status }) },
    out_at: out_at.toISOString(),
    back_at: back_at?.toISOString() ?? null,
  }
}

/** The last rental of its vehicle that ended before the notice, or the first that began after it. */
async function rentalAt(db: Kysely<DB>, { ad_id, at }: Selectable<FineRow>, side: 'before' | 'after') {
  const [column, sign, order] =
    side === 'before' ? (['back_at', '<', 'desc'] as const) : (['out_at', '>', 'asc'] as const)
  const row = await db
    .selectFrom(begunRentals(db, ad_id === null ? [] : [ad_id]).as('rental'))
    .select(RENTAL_COLUMNS)
    .where('rental_ad_id', '=', ad_id)
    .where(column, sign, at)
    .orderBy(column, order)
    .limit(1)
    .executeTakeFirst()
  return row ? rentalOf(row) : null
}
