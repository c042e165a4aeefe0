import { brotliDecompressSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { startSiteProcess } from '../../support/server/process/site-process.ts'
import { signedIn } from '../../support/server/signed-in.ts'
import { ask } from '../load.ts'
import { atMost, measured, type Row, spread } from '../table.ts'

const VEHICLES = 1000
const RESERVATIONS = 50_000
const CUSTOMERS = 20_000
const PAGE_MS = 150
const CALENDAR_BYTES = 60_000
const TIMES = 7

/**
 * The pages of a company with 1,000 vehicles and 50,000 reservations, and the operators' pages: the median of a few
 * sequential requests. The calendar shows 200 vehicles, the most that fit on a page of it.
 */
export async function measureDesk(): Promise<Row[]> {
  const site = await startSiteProcess()
  try {
    const owner = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'agency')
    const admin = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'admin')
    if (!owner?.companyId || !admin) throw new Error('the demonstration has nobody at the desks')
    const db = await siteDatabase(site.dataDir)
    await growCompany(db, owner.companyId)
    const one = await db
      .selectFrom('reservation')
      .select(['id', 'ad_id'])
      .where('company_id', '=', owner.companyId)
      .where('status', '=', 'CONFIRMED')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    const payment = await db.selectFrom('payment').select('id').where('status', '=', 'PAID').executeTakeFirstOrThrow()
    const local = (phone: string) => phone.replace('+98', '')
    const [desk, operator] = [await signedIn(site, local(owner.phone)), await signedIn(site, local(admin.phone))]
    const pages = [
      ...['/desk', '/desk/reservations', '/desk/reservations?page=900', '/desk/reservations?q=Sara'],
      ...[`/desk/reservations/${one.id}`, '/desk/calendar?days=30', '/desk/fleet', '/desk/statement'],
      ...['/desk/reservations?list=completed', '/desk/reports', '/desk/reports?span=YEAR&step=WEEK&by=VEHICLE'],
      ...['/desk/reports/money', '/desk/reports/money?span=YEAR&step=WEEK', '/desk/find?q=sara', '/desk/find?q=200'],
      ...[
        '/desk/customers',
        '/desk/at-risk',
        '/desk/due',
        '/desk/deposits',
        '/desk/parts',
        '/desk/fines',
        '/desk/cash',
      ],
      ...[
        '/desk/bank',
        '/desk/accounting',
        '/desk/fleet/plates',
        '/desk/fleet/many',
        '/desk/reviews',
        '/desk/messages',
      ],
      ...['', '/due', '/details'].map((part) => `/desk/fleet/${one.ad_id}${part}`),
      ...['/desk/reservations/new', '/desk/log', `/desk/reservations/${one.id}/contract`],
    ].map((path) => ({ path, cookie: desk.cookie }))
    const operated = ['/operator', '/operator/find?q=sara', '/operator/find?q=SV-1', '/operator/partners'].concat(
      `/operator/payments/${payment.id}`,
      '/operator/companies',
      '/operator/audit',
      '/operator/reservations',
      '/operator/tax',
    )
    pages.push(...operated.map((path) => ({ path, cookie: operator.cookie })))
    const rows: Row[] = []
    for (const { path, cookie } of pages) {
      const times: number[] = []
      let page: Awaited<ReturnType<typeof ask>> = { bytes: 0, body: Buffer.alloc(0), tag: undefined }
      for (let n = 0; n <= TIMES; n++) {
        const begun = performance.now()
        page = await ask(site.origin + path, undefined, { headers: { cookie } })
        // The first request fills caches.
        if (n > 0) times.push(performance.now() - begun)
      }
      const name = path.replace(/[\w-]{22,}/, '…')
      rows.push(atMost(name, spread(times).median, PAGE_MS, 'ms'))
      if (!path.includes('calendar')) continue
      rows.push(atMost(`${name}: HTML as sent`, page.bytes, CALENDAR_BYTES, 'bytes'))
      rows.push(measured(`${name}: HTML unpacked`, brotliDecompressSync(page.body).length, 'bytes'))
    }
    return rows
  } finally {
    await site.stop()
  }
}

/**
 * Adds copies of a company's vehicles, with past and future reservations of the copies, each by one of many customers: most
 * of them came twice or three times.
 */
async function growCompany(db: Kysely<DB>, company: number): Promise<void> {
  const rounds = RESERVATIONS / VEHICLES
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    const { rows: columns } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = 'reservation' and is_generated = 'NEVER'`.execute(
      connection,
    )
    const written = sql.join(columns.map(({ name }) => sql.ref(name)))
    const copied = sql.join(columns.map(({ name }) => sql.ref(`made_of.${name}`)))
    await sql`
      with made as (
        insert into ad (company_id, city_id, category, brand_id, model_id, trim_id, type_id, colour, drawing, year, gearbox,
          fuel, fuel_rule, seats, trust, guarantee_amount, p1, p3, p7, p14, p30, s1, s3, s7, s14, s30, score, search, plate)
        select company_id, city_id, category, brand_id, model_id, trim_id, type_id, colour, drawing, year, gearbox,
          fuel, fuel_rule, seats, trust, guarantee_amount, p1, p3, p7, p14, p30, s1, s3, s7, s14, s30, score, search,
          (20000 + n) || ' کیش'
        from generate_series(1, ${VEHICLES}) n,
          lateral (select * from ad where company_id = ${company} order by id offset n % 5 limit 1) a
        returning id
      ), pattern as (select * from reservation where company_id = ${company} order by created_at limit 1)
      insert into reservation (${written})
      select ${copied} from pattern, made, generate_series(0, ${rounds - 1}) k,
        lateral (select date_trunc('day', now()) + make_interval(days => (k - ${rounds - 4}) * 8 + (made.id % 8)::int) as day) d,
        lateral (select (made.id::bigint * ${rounds} + k) * 7919 % ${CUSTOMERS} as customer) c,
        lateral jsonb_populate_record(null::reservation, to_jsonb(pattern) || jsonb_build_object(
          'id', replace(gen_random_uuid()::text, '-', ''), 'share_id', replace(gen_random_uuid()::text, '-', ''), 'number', nextval('reservation_number'),
          'ad_id', made.id, 'status', case when k < ${rounds - 4} then 'COMPLETED' else 'CONFIRMED' end,
          'hold_until', null, 'start_date', day::date, 'end_date', day::date + 3, 'days', 3,
          'phone', '+98917' || lpad(customer::text, 7, '0'), 'user_id', null, 'email', null,
          'fullname', (array['Sara', 'Reza', 'Maryam', 'Ali', 'Niloofar', 'Hossein', 'Leila', 'Omid'])[customer % 8 + 1] || ' ' || customer,
          'start_at', day + interval '10 hours', 'end_at', day + interval '82 hours',
          'created_at', day - interval '20 days')) as made_of`.execute(connection)
    await sql`
      insert into busy (ad_id, kind, status, start_at, end_at, reservation_id)
      select ad_id, 'RESERVATION', 2, start_at, end_at, id from reservation
      where company_id = ${company} and status = 'CONFIRMED'
        and not exists (select from busy where busy.reservation_id = reservation.id)
      on conflict do nothing`.execute(connection)
    for (const table of ['ad', 'busy', 'reservation']) await sql`analyze ${sql.table(table)}`.execute(connection)
  })
}
