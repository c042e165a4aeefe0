import { type Kysely, sql } from 'kysely'

/** When a vehicle's or a company's page changed last, for sitemaps. Orders and converted prices are no change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const AD_COLUMNS =
  'p1, p3, p7, p14, p30, status, colour, picture, year, about, trust, guarantee_amount, mileage_per_day, extra_km_price, ' +
  'min_driver_age, min_licence_years, properties, fuel_rule, rating_count'

const STATEMENTS = [
  `alter table ad add column updated_at timestamptz not null default now()`,
  `alter table company add column updated_at timestamptz not null default now()`,
  `update ad set updated_at = created_at`,
  `update company set updated_at = created_at`,
  `create function note_change() returns trigger language plpgsql as $$
    begin new.updated_at := now(); return new; end $$`,
  `create trigger ad_changed before update of ${AD_COLUMNS} on ad for each row execute function note_change()`,
  `create trigger company_changed before update of name, about, phone, prepayment_percent, confirmation,
    free_until_hours, half_until_hours, verified, rating_count on company
    for each row execute function note_change()`,
]
