import { type Kysely, sql } from 'kysely'

/**
 * What one operator may not do alone: each thing that a second one approves says so itself, and the database refuses an approval by
 * whoever asked for it. Operators have roles. Source: decisions.md, "Decided after the second look".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table account add column operator_role text not null default 'ALL'
    check (operator_role in ('ALL', 'MONEY', 'CONTENT', 'SUPPORT'))`,
  `alter table wallet_correction add column needs_approval boolean not null default false`,
  `update wallet_correction set needs_approval = true where status = 'WAITING' or decided_by <> requested_by`,
  // Whoever asked may withdraw it, which is a refusal, too.
  `alter table wallet_correction add constraint wallet_correction_by_two
    check (not needs_approval or status <> 'DONE' or decided_by is distinct from requested_by)`,
  `create table approval_request (
    id int primary key generated always as identity,
    change jsonb not null,
    kind text not null generated always as (change ->> 'kind') stored
      check (kind in ('OPERATOR', 'CONFIG', 'COMMISSION', 'SECOND_FACTOR')),
    -- Whose role, commission or second factor it is about: one request of a kind waits at a time.
    subject text not null,
    reason text not null,
    status text not null default 'WAITING' check (status in ('WAITING', 'DONE', 'REFUSED')),
    requested_by text not null references account on delete cascade,
    requested_at timestamptz not null,
    decided_by text references account on delete set null,
    decided_at timestamptz,
    check ((status = 'WAITING') = (decided_at is null)),
    constraint approval_request_by_two check (status <> 'DONE' or decided_by is distinct from requested_by)
  )`,
  `create unique index approval_request_waiting on approval_request (kind, subject) where status = 'WAITING'`,
  `create index wallet_correction_alone on wallet_correction (requested_at) where not needs_approval`,
  `create index payout_batch_alone on payout_batch (created_at) where not needs_approval`,
  `select audit_table('approval_request')`,
]
