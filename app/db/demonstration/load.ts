import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { applyFeatured, MOST_FEATURED } from '#app/db/featured.ts'
import { insertReferenceData } from '#app/db/reference-data.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { type Block, blocksOf } from './busy.ts'
import { opinionsOf } from './comments/comments.ts'
import { companies } from './companies/companies.ts'
import { companyPlaces } from './companies/places.ts'
import { apps } from './content/apps.ts'
import { contacts } from './content/contacts.ts'
import { discountCodes } from './discounts.ts'
import { fleet } from './fleet/fleet.ts'
import { continueIds, insertRows, type Row } from './insert-rows.ts'
import { loadAnswers } from './people/load-answers.ts'
import { loadChats } from './people/load-chats.ts'
import { loadCheckIn } from './people/load-check-in.ts'
import { loadDeposits, loadOnlineDeposit } from './people/load-deposits.ts'
import { loadDesk } from './people/load-desk.ts'
import { loadDetails } from './people/load-details.ts'
import { loadDue } from './people/load-due.ts'
import { loadFines } from './people/load-fines.ts'
import { loadHistory } from './people/load-history.ts'
import { loadImport } from './people/load-import.ts'
import { loadMoney } from './people/load-money.ts'
import { loadPartners } from './people/load-partners.ts'
import { loadPeople } from './people/load-people.ts'
import { loadPrices } from './people/load-prices.ts'
import { type KeepPhoto, loadRecords } from './people/load-records.ts'
import { loadTestKey } from './people/load-test-key.ts'
import { loadTickets } from './people/load-tickets.ts'
import { loadUnits } from './people/load-units.ts'
import { cities } from './places/cities.ts'

const NOTE = 'demonstration'
const CONTINUED = ['company', 'place', 'ad', 'discount_code', 'contact', 'application'] as const

/**
 * Fills an empty database with the demonstration, always the same for the same `now`, to which busy times and comments are
 * relative. Does nothing when it was loaded before. `keepPhoto` stores the photos of its records, which otherwise have none. One transaction, safe when two processes start at the same time.
 */
export async function loadDemonstration(
  db: Kysely<DB>,
  { now, keepPhoto }: { now: Date; keepPhoto?: KeepPhoto },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demonstration')), set_config('savari.events', 'off', true)`.execute(
      tx,
    )
    await once(tx, NOTE, now, load)
    // People were added to the product after the rest: installations that loaded the demonstration before that get them, too.
    await once(tx, `${NOTE} people`, now, loadPeople)
    await once(tx, `${NOTE} desk`, now, loadDesk)
    await once(tx, `${NOTE} tickets`, now, loadTickets)
    await once(tx, `${NOTE} chats`, now, loadChats)
    await once(tx, `${NOTE} prices`, now, loadPrices)
    await once(tx, `${NOTE} answers`, now, loadAnswers)
    await once(tx, `${NOTE} partners`, now, loadPartners)
    await once(tx, `${NOTE} units`, now, loadUnits)
    await once(tx, `${NOTE} due`, now, loadDue)
    await once(tx, `${NOTE} records`, now, (records, at) => loadRecords(records, at, keepPhoto))
    await once(tx, `${NOTE} fines`, now, loadFines)
    await once(tx, `${NOTE} deposits`, now, loadDeposits)
    await once(tx, `${NOTE} details`, now, loadDetails)
    await once(tx, `${NOTE} history`, now, loadHistory)
    await once(tx, `${NOTE} check-in`, now, loadCheckIn)
    await once(tx, `${NOTE} online deposit`, now, loadOnlineDeposit)
    await once(tx, `${NOTE} test key`, now, loadTestKey)
    await once(tx, `${NOTE} money`, now, loadMoney)
    await once(tx, `${NOTE} import`, now, loadImport)
  })
}

async function once(tx: Kysely<DB>, note: string, now: Date, work: (tx: Kysely<DB>, now: Date) => Promise<void>) {
  const loaded = await tx.selectFrom('note').select('key').where('key', '=', note).executeTakeFirst()
  if (loaded) return
  await work(tx, now)
  await tx.insertInto('note').values({ key: note, value: now.toISOString() }).execute()
}

async function load(tx: Kysely<DB>, now: Date) {
  const { ads, comments, companyRows } = ratedFleet(now)
  // A database that production has started on has it already.
  if (!(await tx.selectFrom('currency').select('id').executeTakeFirst())) await insertReferenceData(tx)
  await insertRows(tx, 'company', companyRows)
  await insertRows(tx, 'place', companyPlaces)
  await insertRows(tx, 'ad', ads)
  await feature(tx, now)
  await insertRows(tx, 'ad_comment', comments)
  await insertBlocks(tx, blocksOf(ads.map(withZone), now))
  await insertRows(tx, 'discount_code', discountCodes(now))
  await insertRows(tx, 'contact', contacts)
  await insertRows(tx, 'application', apps)
  await continueIds(tx, CONTINUED)
}

/** A vehicle's ratings are those of its comments and some without a comment; a company's are those of all its vehicles. */
function ratedFleet(now: Date) {
  const rated = fleet().map((ad) => ({ ad, opinions: opinionsOf(ad, now) }))
  const ads = rated.map(({ ad, opinions: { comments, ...rest } }) => ({ ...ad, ...rest }))
  const companyRows = companies.map(({ row }) => {
    const own = ads.filter(({ company_id }) => company_id === row.id)
    const sumOf = (column: 'rating_sum' | 'rating_count') => own.reduce((sum, ad) => sum + ad[column], 0)
    const created_at = new Date(now.getTime() - 1300 * DAY_MS)
    return { ...row, created_at, rating_sum: sumOf('rating_sum'), rating_count: sumOf('rating_count') }
  })
  return { ads, companyRows, comments: rated.flatMap(({ opinions }) => opinions.comments) }
}

/** Features the best three pinned vehicles of each city and category. */
async function feature(tx: Kysely<DB>, now: Date) {
  const today = dateIn(HOME_ZONE, now)
  await sql`
    insert into featured_listing (id, place, starts_on)
    select id, rank, ${today}::date from (
      select id, row_number() over (partition by city_id, category order by score desc, id) as rank from ad where pinned
    ) ranked where rank <= ${MOST_FEATURED}`.execute(tx)
  await applyFeatured(tx, today)
}

function withZone(ad: Row<'ad'>) {
  const city = cities.find(({ id }) => id === ad.city_id)
  return { id: Number(ad.id), zone: city?.zone ?? 'UTC' }
}

async function insertBlocks(tx: Kysely<DB>, blocks: readonly Block[]) {
  await sql`
    insert into busy (ad_id, kind, status, start_at, end_at)
    select ad_id, 'BLOCK', 2, start_at, end_at
    from json_to_recordset(${JSON.stringify(blocks)}) as block (ad_id int, start_at timestamptz, end_at timestamptz)`.execute(
    tx,
  )
}
