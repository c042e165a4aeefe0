import { type Kysely, sql } from 'kysely'

/**
 * Fines and tolls that reach a company for its vehicles, and the plates that vehicles had before: a notice comes weeks later, by plate
 * and time. A notice is stored once. Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table former_plate (
    id bigint primary key generated always as identity,
    company_id int not null references company on delete cascade,
    ad_id int not null references ad on delete cascade,
    plate text not null,
    until timestamptz not null default now()
  )`,
  `create index former_plate_of_vehicle on former_plate (ad_id)`,
  `create index former_plate_of_company on former_plate (company_id)`,
  `create function keep_former_plate() returns trigger language plpgsql as $$
    begin
      insert into former_plate (company_id, ad_id, plate) values (old.company_id, old.id, old.plate);
      return null;
    end $$`,
  `create trigger ad_former_plate after update of plate on ad for each row
    when (old.plate is not null and new.plate is distinct from old.plate) execute function keep_former_plate()`,
  `create table fine (
    id text primary key check (length(id) = 22),
    company_id int not null references company on delete cascade,
    kind text not null check (kind in ('FINE', 'TOLL')),
    plate text not null check (length(plate) between 1 and 20),
    plate_key text not null check (length(plate_key) between 1 and 20),
    at timestamptz not null,
    what text not null check (length(what) between 1 and 120),
    notice text check (length(notice) between 1 and 40),
    amount bigint not null check (amount > 0),
    currency_id int not null,
    pay_by date,
    match text not null check (match in ('FOUND', 'BETWEEN', 'SEVERAL', 'UNKNOWN_PLATE')),
    ad_id int references ad on delete set null,
    reservation_id text references reservation on delete set null,
    status text not null default 'OPEN' check (status in ('OPEN', 'CHARGED', 'COMPANY')),
    fee bigint not null default 0 check (fee >= 0),
    proposal_id text references proposal on delete set null,
    account_id text references account on delete set null,
    created_at timestamptz not null,
    decided_at timestamptz,
    check ((status = 'OPEN') = (decided_at is null))
  )`,
  // Two authorities may use one number, but not for one plate; a toll often has none.
  `create unique index fine_notice on fine (company_id, plate_key, notice) where notice is not null`,
  `create unique index fine_without_notice on fine (company_id, plate_key, at, kind, amount) where notice is null`,
  `create index fine_of_company on fine (company_id, status, at desc)`,
  `create index fine_of_reservation on fine (reservation_id) where reservation_id is not null`,
  `create index fine_of_proposal on fine (proposal_id) where proposal_id is not null`,
  `create index fine_of_vehicle on fine (ad_id) where ad_id is not null`,
  `select audit_table('fine')`,
]
