import { type Kysely, sql } from 'kysely'

/**
 * Files of vehicles that a company imports on its desk: kept as a draft until they are applied, and then with what they changed, so that
 * one import can be undone. Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table fleet_import (
    id bigint primary key generated always as identity,
    company_id int not null references company on delete cascade,
    account_id text references account on delete set null,
    name text not null check (length(name) between 1 and 120),
    -- Only until it is applied.
    csv text check (length(csv) between 1 and 400000),
    created_at timestamptz not null,
    applied_at timestamptz,
    undone_at timestamptz,
    check ((csv is null) = (applied_at is not null)),
    check (undone_at is null or applied_at is not null)
  )`,
  `create index fleet_import_of_company on fleet_import (company_id, created_at desc)`,
  `create table fleet_import_vehicle (
    import_id bigint not null references fleet_import on delete cascade,
    ad_id int not null references ad on delete cascade,
    -- The imported columns before (null for a new vehicle) and after.
    before jsonb,
    after jsonb not null,
    primary key (import_id, ad_id)
  )`,
  `create index fleet_import_vehicle_ad on fleet_import_vehicle (ad_id)`,
]
