import { type Kysely, sql } from 'kysely'

/**
 * Credit notes: one series without gaps, written by the database when a transaction commits that gave money of an invoice back; when
 * what was given back is taken back, a further invoice is issued for it. Numbers are assigned at the commit, so that their series is
 * the last that a transaction locks. Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Accounts that bear what a customer gets back, and movements that give it back. As in `refundableOf`. */
const BEARERS = `('PREPAYMENT', 'COMPANY', 'COMMISSION', 'CANCELLATION_FEE')`
const GIVING_BACK = `('REFUND', 'CHANGE_REFUND', 'CARD_RETURN', 'UNDONE')`

const STATEMENTS = [
  // One payment has several invoices when one was issued again: for another recipient, or after a refund was undone.
  `alter table invoice
    drop constraint invoice_payment_id_key,
    add column amount bigint,
    add column rental jsonb,
    add column recipient jsonb,
    add column replaces int references invoice`,
  `create index invoice_payment on invoice (payment_id)`,
  `update invoice set amount = payment.amount + payment.wallet_amount from payment where payment.id = payment_id`,
  `alter table invoice alter column amount set not null`,

  `create table credit_note (
    number int primary key,
    invoice int not null references invoice,
    amount bigint not null check (amount > 0),
    reason text not null check (reason in ('REFUND', 'NOT_TAKEN', 'RECIPIENT')),
    issued_at timestamptz not null,
    transaction_id bigint references ledger_transaction
  )`,
  `create index credit_note_invoice on credit_note (invoice)`,
  `create index credit_note_movement on credit_note (transaction_id) where transaction_id is not null`,
  `create index credit_note_day on credit_note (issued_at)`,
  `create trigger credit_note_stays before update or delete on credit_note
    for each row execute function ledger_is_append_only()`,
  `create table credit_note_series (last int not null)`,
  `create unique index credit_note_series_single on credit_note_series ((true))`,
  `insert into credit_note_series values (0)`,

  `create function invoice_left(which int) returns bigint language sql stable as $$
    select invoice.amount - coalesce((select sum(credit_note.amount) from credit_note where credit_note.invoice = invoice.number), 0)
    from invoice where number = which
  $$`,
  `create function issue_credit_note(of int, at timestamptz, reason text, most bigint, movement bigint) returns bigint
  language plpgsql as $$
  declare
    next int;
    part bigint := least(most, invoice_left(of));
  begin
    if part <= 0 then return 0; end if;
    update credit_note_series set last = last + 1 returning last into next;
    insert into credit_note (number, invoice, amount, reason, issued_at, transaction_id)
      values (next, of, part, reason, at, movement);
    return part;
  end $$`,
  `create or replace function issue_invoice() returns trigger language plpgsql as $$
  declare next int;
  begin
    if exists (select from invoice where payment_id = new.id) then return null; end if;
    update invoice_series set last = last + 1 returning last into next;
    insert into invoice (number, payment_id, issued_at, amount)
      values (next, new.id, coalesce(new.settled_at, now()), new.amount + new.wallet_amount);
    return null;
  end $$`,
  `create function issue_invoice_again(which int, at timestamptz, total bigint) returns int language plpgsql as $$
  declare assigned int;
  begin
    update invoice_series set last = last + 1 returning last into assigned;
    insert into invoice (number, payment_id, issued_at, amount, replaces)
      select assigned, payment_id, at, total, number from invoice where number = which;
    return assigned;
  end $$`,

  // What was paid is on the invoice for ever, and what came too late is not kept.
  `create function complete_invoice() returns trigger language plpgsql as $$
  declare
    paid payment;
  begin
    select * into paid from payment where id = new.payment_id;
    update invoice set rental = (
      select jsonb_build_object('start_date', start_date, 'end_date', end_date, 'days', days, 'lines', lines, 'total', total,
        'payable_now', payable_now)
      from reservation where id = paid.reservation_id
    ) where number = new.number;
    if new.replaces is null and (paid.status <> 'PAID' or (paid.settled_as = 'WALLET' and paid.reservation_id is not null)) then
      perform issue_credit_note(new.number, new.issued_at, 'NOT_TAKEN', new.amount, null);
    end if;
    return null;
  end $$`,
  `create constraint trigger invoice_is_completed after insert on invoice deferrable initially deferred
    for each row execute function complete_invoice()`,

  // First the invoice of the payment that the movement names, then the latest of those that were there.
  `create function credit_movement(moved ledger_transaction) returns void language plpgsql as $$
  declare
    back bigint;
    found record;
  begin
    select coalesce(-sum(entry.amount), 0) into back
      from ledger_entry entry join ledger_account account on account.id = entry.account_id
      where entry.transaction_id = moved.id and account.kind in ${BEARERS};
    if back < 0 and moved.kind = 'UNDONE' then
      for found in select note.invoice, note.amount from credit_note note
        join ledger_transaction undone on undone.id = note.transaction_id
        where undone.key = substr(moved.key, length('undone ') + 1) order by note.number
      loop
        perform issue_invoice_again(found.invoice, moved.at, found.amount);
      end loop;
    end if;
    for found in select invoice.number from invoice join payment on payment.id = invoice.payment_id
      where payment.reservation_id = moved.reservation_id and payment.status = 'PAID' and payment.settled_as = 'RESERVATION'
      order by payment.id = moved.payment_id desc nulls last, invoice.issued_at > moved.at, invoice.number desc
    loop
      exit when back <= 0;
      back := back - issue_credit_note(found.number, moved.at, 'REFUND', back, moved.id);
    end loop;
  end $$`,
  `create function credit_posted() returns trigger language plpgsql as $$
  begin
    perform credit_movement(new);
    return null;
  end $$`,
  `create constraint trigger ledger_transaction_credits after insert on ledger_transaction deferrable initially deferred
    for each row when (new.reservation_id is not null and new.kind in ${GIVING_BACK}) execute function credit_posted()`,

  `create trigger invoice_stays before delete on invoice for each row execute function ledger_is_append_only()`,
  `create trigger invoice_is_issued before update on invoice for each row when (
      (old.number, old.payment_id, old.issued_at, old.amount, old.replaces)
        is distinct from (new.number, new.payment_id, new.issued_at, new.amount, new.replaces)
      or (old.rental is not null and old.rental is distinct from new.rental)
    ) execute function ledger_is_append_only()`,

  // What was given back before there were credit notes.
  `do $$
  declare found record;
  begin
    for found in
      select invoice.issued_at as at, invoice.number, null::ledger_transaction as moved
        from invoice join payment on payment.id = invoice.payment_id
        where payment.status <> 'PAID' or (payment.settled_as = 'WALLET' and payment.reservation_id is not null)
      union all
      select posted.at, null, posted from ledger_transaction posted
        where posted.reservation_id is not null and posted.kind in ${GIVING_BACK}
      order by 1, 2 nulls last
    loop
      if found.number is null then
        perform credit_movement(found.moved);
      else
        perform issue_credit_note(found.number, found.at, 'NOT_TAKEN', invoice_left(found.number), null);
      end if;
    end loop;
  end $$`,
  // Later migrations of the same transaction may change the tables.
  `set constraints invoice_is_completed immediate`,
  `set constraints invoice_is_completed deferred`,
]
