import { type Kysely, sql } from 'kysely'

/** What a company notes of one vehicle besides what it offers: chassis number, key, home place, purchase and sale. Source: issue 19, C. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table vehicle_details (
    id int primary key references ad on delete cascade,
    vin text check (vin ~ '^[A-HJ-NPR-Z0-9]{5,17}$'),
    plate_country text check (length(plate_country) between 1 and 80),
    key_number text check (length(key_number) between 1 and 60),
    home_place_id int references place on delete set null,
    bought_on date, bought_for bigint check (bought_for >= 0),
    sold_on date, sold_for bigint check (sold_for >= 0),
    check (sold_on >= bought_on)
  )`,
  `create index vehicle_details_home_place on vehicle_details (home_place_id)`,
  `select audit_table('vehicle_details')`,
]
