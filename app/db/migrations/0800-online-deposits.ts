import { type Kysely, sql } from 'kysely'

/**
 * Deposits that are paid online: the marketplace holds them, on the account of the reservation's deposit, until they are given back or
 * kept for a charge. Such a payment has no invoice; what is kept of it has one, from then on. Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table company add column deposit_online boolean not null default false`,
  // What a customer was to pay: another amount is another one, so that a payment that is under way is only of what was agreed then.
  `create table online_deposit (
    id text primary key check (length(id) >= 22),
    reservation_id text not null references reservation on delete cascade,
    -- In the minor unit of the reservation.
    amount bigint not null check (amount > 0),
    asked_at timestamptz not null,
    unique (reservation_id, amount)
  )`,
  `alter table payment add column deposit_id text references online_deposit`,
  `alter table payment drop constraint payment_settled_as_check`,
  `alter table payment add constraint payment_settled_as_check
    check (settled_as in ('RESERVATION', 'CHARGE', 'DEPOSIT', 'WALLET', 'REVERSED'))`,
  // However often it is paid, one payment is what is held.
  `create unique index payment_of_deposit on payment (reservation_id) where settled_as = 'DEPOSIT'`,
  `alter table desk_money drop constraint desk_money_way_check`,
  `alter table desk_money add constraint desk_money_way_check
    check (way in ('CASH', 'CARD', 'TRANSFER', 'CARD_HOLD', 'CHEQUE')
      or way = 'ONLINE' and purpose in ('DEPOSIT', 'DEPOSIT_BACK', 'CHARGE_FROM_DEPOSIT'))`,
  `create index deposit_online on deposit (reservation_id) where held > 0 and way = 'ONLINE'`,

  `create or replace function issue_invoice() returns trigger language plpgsql as $$
  declare next int;
  begin
    -- A deposit is nobody's revenue.
    if new.deposit_id is not null or exists (select from invoice where payment_id = new.id) then return null; end if;
    update invoice_series set last = last + 1 returning last into next;
    insert into invoice (number, payment_id, issued_at, amount)
      values (next, new.id, coalesce(new.settled_at, now()), new.amount + new.wallet_amount);
    return null;
  end $$`,
  // At the commit, as credit notes, so that the series is among the last that a transaction locks.
  `create function invoice_kept_deposit() returns trigger language plpgsql as $$
  declare
    next int;
    kept bigint;
  begin
    select sum(entry.amount) into kept from ledger_entry entry join ledger_account account on account.id = entry.account_id
      where entry.transaction_id = new.id and account.kind = 'COMPANY';
    update invoice_series set last = last + 1 returning last into next;
    insert into invoice (number, payment_id, issued_at, amount) values (next, new.payment_id, new.at, kept);
    return null;
  end $$`,
  `create constraint trigger ledger_transaction_kept_deposit after insert on ledger_transaction deferrable initially deferred
    for each row when (new.kind = 'CHARGE' and new.payment_id is not null) execute function invoice_kept_deposit()`,

  // A deposit is all cash, and says nothing about what else was paid for its reservation.
  `create or replace function reservation_cash(reservation text) returns bigint language sql as $$
    select greatest(0, coalesce(sum(case account.kind when 'WALLET' then -one.cash else -one.amount end), 0))
    from ledger_transaction posted
    join ledger_entry one on one.transaction_id = posted.id
    join ledger_account account on account.id = one.account_id
    left join payment on payment.id = posted.payment_id
    where posted.reservation_id = reservation and account.kind in ('GATEWAY', 'CARD_RETURN', 'WALLET')
      and payment.deposit_id is null
  $$`,
  `create or replace function ledger_cash(entry ledger_entry) returns bigint language plpgsql as $$
    declare
      wallet ledger_account;
      posted ledger_transaction;
    begin
      select * into wallet from ledger_account where id = entry.account_id for update;
      if wallet.kind <> 'WALLET' then return 0; end if;
      select * into posted from ledger_transaction where id = entry.transaction_id;
      if entry.amount < 0 then
        -- What is paid out is cash, and so is what was given back by mistake; all else takes gifts first.
        return case when posted.kind in ('WALLET_PAYOUT', 'UNDONE') then -least(wallet.cash, -entry.amount)
          else least(0, entry.amount + wallet.balance - wallet.cash) end;
      end if;
      if posted.kind in ('TOP_UP', 'LATE_PAYMENT', 'PAYOUT_RETURN', 'CARD_RETURN', 'DEPOSIT_BACK') then
        return entry.amount;
      end if;
      if posted.kind = 'WALLET_MOVE' then
        return (select -coalesce(sum(cash), 0) from ledger_entry where transaction_id = posted.id and amount < 0);
      end if;
      if posted.reservation_id is null then return 0; end if;
      -- Never more than banks and the cash of wallets have paid for the reservation and did not get back, nor are to get.
      return least(entry.amount, reservation_cash(posted.reservation_id));
    end $$`,
]
