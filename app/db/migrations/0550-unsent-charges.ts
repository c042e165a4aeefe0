import { type Kysely, sql } from 'kysely'

/** What a return proposes waits until the company sends it, and may be edited before. Source: issue 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table proposal add column sent_at timestamptz',
  'update proposal set sent_at = created_at',
  'alter table proposal drop constraint proposal_status_check',
  `alter table proposal add constraint proposal_status_check
    check (status in ('DRAFT', 'OPEN', 'ACCEPTED', 'DISPUTED', 'RULED', 'DISMISSED', 'WITHDRAWN', 'PAID'))`,
  `alter table proposal add constraint proposal_sent check (
    case status when 'DRAFT' then sent_at is null when 'WITHDRAWN' then true else sent_at is not null end)`,
  // One by hand always has a reason; one of a return has one where the company gave it.
  `do $$
    declare former text;
    begin
      select conname into strict former from pg_constraint
        where conrelid = 'proposal'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%reason IS NOT NULL%';
      execute format('alter table proposal drop constraint %I', former);
    end $$`,
  `alter table proposal add constraint proposal_reason check (kind <> 'HAND' or reason is not null)`,
  `create index proposal_draft on proposal (reservation_id) where status = 'DRAFT'`,
]
