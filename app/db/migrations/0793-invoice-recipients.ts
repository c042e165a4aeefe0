import { type Kysely, sql } from 'kysely'

/**
 * Businesses to which invoices are made out: what a reservation's next invoices name, and what a person used last. An invoice keeps its
 * own copy. Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table invoice_recipient (
    reservation_id text primary key references reservation on delete cascade,
    business jsonb not null,
    changed_at timestamptz not null,
    changed_by text references account on delete set null
  )`,
  `create table account_business (
    account_id text primary key references account on delete cascade,
    business jsonb not null
  )`,
  `create or replace function complete_invoice() returns trigger language plpgsql as $$
  declare
    paid payment;
  begin
    select * into paid from payment where id = new.payment_id;
    update invoice set
      rental = (
        select jsonb_build_object('start_date', start_date, 'end_date', end_date, 'days', days, 'lines', lines, 'total', total,
          'payable_now', payable_now)
        from reservation where id = paid.reservation_id
      ),
      recipient = (select business from invoice_recipient where reservation_id = paid.reservation_id)
    where number = new.number;
    if new.replaces is null and (paid.status <> 'PAID' or (paid.settled_as = 'WALLET' and paid.reservation_id is not null)) then
      perform issue_credit_note(new.number, new.issued_at, 'NOT_TAKEN', new.amount, null);
    end if;
    return null;
  end $$`,
  // Credits what is left of the invoices since a day and issues them again, at the commit with the recipient of then.
  `create function correct_recipient(reservation text, since timestamptz, at timestamptz) returns int language plpgsql as $$
  declare
    found record;
    corrected int := 0;
  begin
    -- In the order in which a payment locks the two series.
    perform 1 from invoice_series for update;
    for found in select invoice.number, invoice_left(invoice.number) as amount
      from invoice join payment on payment.id = invoice.payment_id
      where payment.reservation_id = reservation and invoice.issued_at >= since order by invoice.number
    loop
      continue when found.amount <= 0;
      perform issue_credit_note(found.number, at, 'RECIPIENT', found.amount, null);
      perform issue_invoice_again(found.number, at, found.amount);
      corrected := corrected + 1;
    end loop;
    return corrected;
  end $$`,
]
