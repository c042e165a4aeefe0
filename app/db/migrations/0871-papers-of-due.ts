import { type Kysely, sql } from 'kysely'

/** The papers of what falls due or was done: a policy, a certificate, an invoice, each as a picture or a PDF. Source: issue 19, C. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table vehicle_paper (
    id text primary key check (length(id) = 22),
    due_id bigint not null references vehicle_due on delete cascade,
    ad_id int not null references ad on delete cascade,
    name text not null check (length(name) between 1 and 120),
    type text not null check (type in ('image/jpeg', 'application/pdf')),
    file_key text not null,
    bytes int not null,
    added_at timestamptz not null,
    added_by text references account on delete set null
  )`,
  `create index vehicle_paper_of_due on vehicle_paper (due_id)`,
  `create index vehicle_paper_of_vehicle on vehicle_paper (ad_id)`,
  `create index vehicle_paper_added_by on vehicle_paper (added_by)`,
  `select audit_table('vehicle_paper')`,
]
