import { type RawBuilder, sql } from 'kysely'
import { STATE_NUMBERS, VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'

/** A list of the export: its file, its columns, and its rows from a key on, in the order of the keys. */
export interface ExportList {
  name: string
  columns: readonly string[]
  /** Has a column `key` besides, by which its rows are ordered and unique. */
  query: (company: number) => RawBuilder<Record<string, unknown>>
}

const time = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
const currency = (column: string) => sql.raw(`(select code from currency where currency.id = ${column})`)
/** What the company sees of a customer's name and phone: after it has accepted the trip, or for a booking of its own. */
const SEEN = sql.raw(
  `reservation.erased_at is null and (reservation.source <> 'SITE' or reservation.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED'))`,
)
const number = sql.raw(`'SV-' || reservation.number`)

const STATES = sql.raw(VEHICLE_STATES.map((state) => `when ${STATE_NUMBERS[state]} then '${state}'`).join(' '))

/**
 * Everything that is a company's own: amounts are in the minor unit of their currency, times in UTC. Papers of customers are not in it,
 * because the company sees them only for a time; they are named in the index of documents.
 */
export const EXPORT_LISTS: readonly ExportList[] = [
  {
    name: 'vehicles',
    columns:
      'id reference plate plate_country vin key_number home_place tags brand model year colour status category seats gearbox fuel price_1 price_3 price_7 price_14 price_30 guarantee guarantee_amount bought_on bought_for sold_on sold_for created_at'.split(
        ' ',
      ),
    query: (company) => sql`
      select ad.id as key, ad.id, ad.reference, ad.plate, d.plate_country, d.vin, d.key_number, place.name ->> 'en' as home_place, array_to_string(d.tags, ', ') as tags, brand.name_en as brand, model.name_en as model, ad.year, ad.colour,
        case ad.status ${STATES} end as status, ad.category, ad.seats,
        ad.gearbox, ad.fuel, ad.p1 as price_1, ad.p3 as price_3, ad.p7 as price_7, ad.p14 as price_14, ad.p30 as price_30,
        ad.trust as guarantee, ad.guarantee_amount, d.bought_on::text as bought_on, d.bought_for, d.sold_on::text as sold_on, d.sold_for, ${time('ad.created_at')} as created_at
      from ad join brand on brand.id = ad.brand_id join model on model.id = ad.model_id
        left join vehicle_details d on d.id = ad.id left join place on place.id = d.home_place_id where ad.company_id = ${company}`,
  },
  {
    name: 'places',
    columns: 'id kind name address phone opens_at closes_at'.split(' '),
    query: (company) => sql`
      select id as key, id, kind, name ->> 'en' as name, address ->> 'en' as address, phone, opens_at, closes_at
      from place where company_id = ${company}`,
  },
  {
    name: 'reservations',
    columns:
      'number status source vehicle customer phone start_date start_time end_date end_time days currency total paid refunded created_at'.split(
        ' ',
      ),
    query: (company) => sql`
      select reservation.number as key, ${number} as number, reservation.status, reservation.source, reservation.ad_id as vehicle,
        case when ${SEEN} then reservation.fullname end as customer, case when ${SEEN} then reservation.phone end as phone,
        start_date, start_time, end_date, end_time, days, ${currency('reservation.currency_id')} as currency,
        total, paid, refunded, ${time('reservation.created_at')} as created_at
      from reservation where company_id = ${company}`,
  },
  {
    name: 'customers',
    columns: 'phone name rentals first_rental last_rental'.split(' '),
    query: (company) => sql`
      select reservation.phone as key, reservation.phone, (array_agg(fullname order by start_at desc))[1] as name,
        count(*) as rentals, min(start_date) as first_rental, max(start_date) as last_rental
      from reservation where company_id = ${company} and ${SEEN} group by reservation.phone`,
  },
  {
    name: 'hand-overs',
    columns: 'id reservation vehicle kind done_at odometer fuel handed_by received_by undone_at'.split(' '),
    query: (company) => sql`
      select protocol.id as key, protocol.id, ${number} as reservation, protocol.ad_id as vehicle, protocol.kind,
        ${time('done_at')} as done_at, odometer, fuel, handed_by, case when ${SEEN} then received_by end as received_by,
        ${time('undone_at')} as undone_at
      from protocol join reservation on reservation.id = protocol.reservation_id where reservation.company_id = ${company}`,
  },
  {
    name: 'payments-at-the-desk',
    columns: 'id reservation at purpose way amount currency reference undone_at'.split(' '),
    query: (company) => sql`
      select money.id as key, money.id, ${number} as reservation, ${time('money.at')} as at, money.purpose, money.way, money.amount,
        ${currency('reservation.currency_id')} as currency, money.reference, ${time('money.undone_at')} as undone_at
      from desk_money money join reservation on reservation.id = money.reservation_id
      where reservation.company_id = ${company} and money.way <> 'ONLINE'`,
  },
  {
    name: 'deposits',
    columns: 'reservation way taken back kept held currency taken_at closed_at'.split(' '),
    query: (company) => sql`
      select reservation.id as key, ${number} as reservation, way, taken, back, kept, held,
        ${currency('reservation.currency_id')} as currency, ${time('taken_at')} as taken_at, ${time('closed_at')} as closed_at
      from deposit join reservation on reservation.id = deposit.reservation_id where deposit.company_id = ${company}`,
  },
  {
    name: 'charges',
    columns: 'id reservation kind status amount currency reason created_at paid_by'.split(' '),
    query: (company) => sql`
      select proposal.id as key, proposal.id, ${number} as reservation, kind, proposal.status, amount,
        ${currency('proposal.currency_id')} as currency, proposal.reason, ${time('proposal.created_at')} as created_at, paid_by
      from proposal join reservation on reservation.id = proposal.reservation_id where reservation.company_id = ${company}`,
  },
  {
    name: 'fines',
    columns: 'id kind plate at what notice amount currency status vehicle reservation'.split(' '),
    query: (company) => sql`
      select fine.id as key, fine.id, fine.kind, fine.plate, ${time('fine.at')} as at, what, notice, amount,
        ${currency('fine.currency_id')} as currency, fine.status, fine.ad_id as vehicle, ${number} as reservation
      from fine left join reservation on reservation.id = fine.reservation_id where fine.company_id = ${company}`,
  },
  {
    name: 'service-and-papers',
    columns: 'id vehicle kind due_on due_km done_on done_km cost done_cost note'.split(' '),
    query: (company) => sql`
      select id as key, id, ad_id as vehicle, kind, due_on, due_km, done_on, done_km, cost, done_cost, note
      from vehicle_due where company_id = ${company}`,
  },
  {
    name: 'blocks',
    columns: 'id vehicle start_at end_at purpose note'.split(' '),
    query: (company) => sql`
      select busy.id as key, busy.id, busy.ad_id as vehicle, ${time('busy.start_at')} as start_at, ${time('busy.end_at')} as end_at,
        purpose, note
      from busy join ad on ad.id = busy.ad_id where ad.company_id = ${company} and busy.kind = 'BLOCK'`,
  },
  {
    name: 'statement',
    columns: 'id at kind reservation amount currency'.split(' '),
    query: (company) => sql`
      select entry.id as key, entry.id, ${time('posted.at')} as at, posted.kind, ${number} as reservation, entry.amount,
        ${currency('account.currency_id')} as currency
      from ledger_account account join ledger_entry entry on entry.account_id = account.id
      join ledger_transaction posted on posted.id = entry.transaction_id
      left join reservation on reservation.id = posted.reservation_id
      where account.kind = 'COMPANY' and account.owner = ${String(company)}`,
  },
  {
    name: 'payouts',
    columns: 'id amount currency status created_at decided_at'.split(' '),
    query: (company) => sql`
      select payout.id as key, payout.id, amount, ${currency('payout.currency_id')} as currency, status,
        ${time('batch.created_at')} as created_at, ${time('decided_at')} as decided_at
      from payout join payout_batch batch on batch.id = payout.batch_id where payout.company_id = ${company}`,
  },
  {
    name: 'till',
    columns: 'id day opening booked counted kept currency reason note closed_at'.split(' '),
    query: (company) => sql`
      select id as key, id, on_date as day, opening, booked, counted, kept, ${currency('cash_closing.currency_id')} as currency,
        reason, note, ${time('closed_at')} as closed_at
      from cash_closing where company_id = ${company}`,
  },
  {
    name: 'bank-lines',
    columns: 'id day amount currency reference name text note'.split(' '),
    query: (company) => sql`
      select id as key, id, on_date as day, amount, ${currency('bank_line.currency_id')} as currency, reference, name, text, note
      from bank_line where company_id = ${company}`,
  },
  {
    name: 'staff',
    columns: 'id name phone role'.split(' '),
    query: (company) => sql`
      select id as key, id, fullname as name, phone, staff_role as role from account
      where company_id = ${company} and role = 'AGENT'`,
  },
  {
    name: 'documents',
    columns: 'document reservation kind made_at sha256 signatures'.split(' '),
    query: (company) => sql`
      select 'contract ' || contract.id as key, contract.id as document, ${number} as reservation,
        case contract.addendum when 0 then 'CONTRACT' else 'ADDENDUM ' || contract.addendum end as kind,
        ${time('contract.made_at')} as made_at, contract.sha256,
        (select count(*) from contract_signature signed where signed.contract_id = contract.id) as signatures
      from contract join reservation on reservation.id = contract.reservation_id where reservation.company_id = ${company}
      union all
      select 'photo ' || photo.id, photo.id, ${number}, 'PHOTO ' || photo.kind || ' ' || photo.view, ${time('photo.arrived_at')},
        photo.sha256, null
      from protocol_photo photo join reservation on reservation.id = photo.reservation_id
      where reservation.company_id = ${company}`,
  },
]
