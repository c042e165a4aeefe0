import { type Kysely, sql } from 'kysely'
import { NOT_ITS_OWN, noteVehicle } from './0860-events.ts'
import { LOCK_ALL } from './0936-companies-of-what-hangs.ts'

/**
 * Vehicles that are the same for a traveller, in looks, terms and prices, have the same `unit_group`: search shows them as one. A number
 * of 53 bits, so that JavaScript has it exactly: in a million vehicles, two that differ have the same one with a chance of 1 in 10,000.
 * Source: decisions.md, "Units of one group"; issue 21, A.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const SAME = [
  ...['company_id', 'city_id', 'category', 'type_id', 'brand_id', 'model_id', 'trim_id', 'year', 'colour', 'gearbox'],
  ...['fuel', 'seats', 'load_capacity', 'engine_cc', 'properties', 'trust', 'guarantee_amount', 'mileage_per_day'],
  ...['extra_km_price', 'fuel_rule', 'min_driver_age', 'min_licence_years', 'p1', 'p3', 'p7', 'p14', 'p30'],
]
/** What search shows of a vehicle, beside what its group has. */
const OWN = [
  ...['status', 'gap_minutes', 'score', 'pinned', 'pinned_place', 'pinned_paid', 'rating_sum', 'rating_count'],
  'picture',
]
const groupOf = (row: string) => `hash_record_extended(row(${SAME.map((column) => row + column).join(', ')}), 0) >> 11`
const columnsOf = (row: 'new' | 'old') => [...OWN, 'unit_group'].map((column) => `${row}.${column}`).join(', ')

const STATEMENTS = [
  // All that this step and the next one change, in the product's order: whoever waited for one while it holds another would end it.
  LOCK_ALL,
  `alter table ad add column unit_group bigint not null default 0`,
  // Not a change that anybody made: neither the change log nor an event has it.
  `alter table ad disable trigger user`,
  `update ad set unit_group = ${groupOf('')}`,
  `alter table ad enable trigger user`,
  // No generated column: the release before copies vehicles with all columns, and may write this one.
  `create function set_unit_group() returns trigger language plpgsql as $$
    begin
      new.unit_group := ${groupOf('new.')};
      return new;
    end $$`,
  `create trigger ad_unit_group before insert or update on ad for each row execute function set_unit_group()`,
  `create index ad_unit_group on ad (unit_group)`,
  noteVehicle([...NOT_ITS_OWN, 'unit_group']),
  `drop trigger ad_searched_again on ad`,
  `create trigger ad_searched_again after update on ad for each row
    when ((${columnsOf('new')}) is distinct from (${columnsOf('old')})) execute function note_search_ad()`,
]
