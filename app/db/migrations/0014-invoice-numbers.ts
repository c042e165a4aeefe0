import { type Kysely, sql } from 'kysely'

/** Invoice numbers: one series without gaps, given by the database in the transaction that makes a payment paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table invoice (
    number int primary key,
    payment_id text not null unique references payment,
    issued_at timestamptz not null
  )`,
  // A sequence would leave a gap at every rollback; this row is locked until the payment commits.
  `create table invoice_series (last int not null)`,
  `create unique index invoice_series_single on invoice_series ((true))`,
  `insert into invoice_series values (0)`,
  `create function issue_invoice() returns trigger language plpgsql as $$
  declare next int;
  begin
    if exists (select from invoice where payment_id = new.id) then return null; end if;
    update invoice_series set last = last + 1 returning last into next;
    insert into invoice (number, payment_id, issued_at) values (next, new.id, coalesce(new.settled_at, now()));
    return null;
  end $$`,
  `create trigger payment_issues_invoice after insert or update of status on payment
    for each row when (new.status in ('PAID', 'REVERSED', 'REFUNDED')) execute function issue_invoice()`,
  `with paid as (
    select id, settled_at, created_at, row_number() over (order by coalesce(settled_at, created_at), number) as place
    from payment where status in ('PAID', 'REVERSED', 'REFUNDED')
  ) insert into invoice (number, payment_id, issued_at)
    select place, id, coalesce(settled_at, created_at) from paid`,
  `update invoice_series set last = (select count(*) from invoice)`,
]
