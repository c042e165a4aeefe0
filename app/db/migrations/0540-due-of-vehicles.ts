import { type Kysely, sql } from 'kysely'

/**
 * What of a vehicle falls due (papers, service, tyres) and what was done, with its cost: an entry without `done_on` is open. Of each
 * kind but OTHER a vehicle has one open entry. Source: issue 19.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table vehicle_due (
    id bigint primary key generated always as identity,
    company_id int not null references company on delete cascade,
    ad_id int not null references ad on delete cascade,
    kind text not null check (kind in ('INSURANCE', 'INSPECTION', 'REGISTRATION', 'SERVICE', 'TYRES', 'OTHER')),
    due_on date,
    due_km int check (due_km between 1 and 2000000),
    cost bigint check (cost >= 0),
    note text check (length(note) <= 200),
    created_at timestamptz not null,
    done_on date,
    done_km int check (done_km between 0 and 2000000),
    done_cost bigint check (done_cost >= 0),
    check (due_on is not null or due_km is not null),
    check (kind not in ('INSURANCE', 'INSPECTION', 'REGISTRATION') or due_on is not null)
  )`,
  `create unique index vehicle_due_open on vehicle_due (ad_id, kind) where done_on is null and kind <> 'OTHER'`,
  `create index vehicle_due_of_company on vehicle_due (company_id) where done_on is null`,
  `create index vehicle_due_of_vehicle on vehicle_due (ad_id)`,
  `select audit_table('vehicle_due')`,
]
