import { type Kysely, sql } from 'kysely'

/**
 * Disputes of what a company asks for after a return: what both sides say, until when an operator decides, and the one ruling.
 * Source: decisions.md, "Decided after the second look".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table proposal drop constraint proposal_status_check`,
  `alter table proposal
    add constraint proposal_status_check
      check (status in ('OPEN', 'ACCEPTED', 'DISPUTED', 'RULED', 'DISMISSED', 'WITHDRAWN', 'PAID')),
    -- What an operator decided is owed of the amount, and what of that was kept of the deposit at once.
    add column ruled bigint check (ruled between 0 and amount),
    add column from_deposit bigint not null default 0 check (from_deposit between 0 and coalesce(ruled, 0))`,
  `create table dispute (
    id text primary key,
    proposal_id text not null unique references proposal on delete cascade,
    -- The company's, where the customer did not answer.
    opened_by text not null check (opened_by in ('CUSTOMER', 'COMPANY')),
    opened_at timestamptz not null,
    decide_by timestamptz not null,
    -- Null until an operator decides; what was accepted or withdrawn meanwhile stays so.
    reason text check (length(reason) <= 500),
    decided_at timestamptz,
    decided_by text references account on delete set null,
    -- Whether no second operator approved it.
    alone boolean not null default false,
    check ((decided_at is null) = (reason is null))
  )`,
  `create index dispute_decide_by on dispute (decide_by, id)`,
  `create index proposal_disputed on proposal (id) where status = 'DISPUTED'`,
  `create index dispute_decided_alone on dispute (decided_at) where alone`,
  `create table dispute_statement (
    id bigint generated always as identity primary key,
    dispute_id text not null references dispute on delete cascade,
    side text not null check (side in ('CUSTOMER', 'COMPANY')),
    body text not null check (length(body) between 1 and 2000),
    account_id text references account on delete set null,
    at timestamptz not null
  )`,
  `create index dispute_statement_dispute on dispute_statement (dispute_id, id)`,
  // What was disputed before has its words in its ticket.
  `insert into dispute (id, proposal_id, opened_by, opened_at, decide_by)
    select proposal.id, proposal.id, 'CUSTOMER', coalesce(decided_at, created_at),
      coalesce(decided_at, created_at) + interval '7 days'
    from proposal where status = 'DISPUTED'`,
  `insert into dispute_statement (dispute_id, side, body, account_id, at)
    select dispute.id, 'CUSTOMER', left(message.body, 2000), message.account_id, message.created_at
    from dispute join proposal on proposal.id = dispute.proposal_id
    join conversation_message message on message.conversation_id = proposal.ticket_id and message.seq = 1
    where message.body <> ''`,
  `do $$
    declare known text;
    begin
      select pg_get_expr(conbin, conrelid) into strict known from pg_constraint
        where conrelid = 'approval_request'::regclass and conname = 'approval_request_kind_check';
      alter table approval_request drop constraint approval_request_kind_check;
      execute format('alter table approval_request add constraint approval_request_kind_check
        check (%s or kind in (''RULING''))', known);
    end $$`,
  `select audit_table('dispute')`,
]
