import { type Kysely, sql } from 'kysely'

/** What of a wallet may be paid out, and the transfers to the accounts of customers. Source: issue 16; decisions.md, "Refunds". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // `cash` is the part of a wallet that came from a bank, once or by way of a refund: gifts and goodwill never become it.
  `alter table ledger_account add column cash bigint not null default 0`,
  `alter table ledger_entry add column cash bigint not null default 0`,
  `create function ledger_cash(entry ledger_entry) returns bigint language plpgsql as $$
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
      if posted.kind in ('TOP_UP', 'LATE_PAYMENT', 'PAYOUT_RETURN') then return entry.amount; end if;
      if posted.kind = 'WALLET_MOVE' then
        return (select -coalesce(sum(cash), 0) from ledger_entry where transaction_id = posted.id and amount < 0);
      end if;
      if posted.reservation_id is null then return 0; end if;
      -- Never more than banks and the cash of wallets have paid for the reservation and did not get back.
      return greatest(0, least(entry.amount, (select coalesce(sum(
          case account.kind when 'GATEWAY' then -one.amount when 'WALLET' then -one.cash end), 0)
        from ledger_transaction other
        join ledger_entry one on one.transaction_id = other.id
        join ledger_account account on account.id = one.account_id
        where other.reservation_id = posted.reservation_id and account.kind in ('GATEWAY', 'WALLET'))));
    end $$`,
  // In the order in which it came.
  `alter table ledger_entry disable trigger ledger_entry_stays`,
  `alter table ledger_account drop constraint wallet_not_below_zero`,
  `do $$
    declare
      entry ledger_entry;
      part bigint;
    begin
      update ledger_account set balance = 0 where kind = 'WALLET';
      for entry in select ledger_entry.* from ledger_entry join ledger_account on ledger_account.id = account_id
        where kind = 'WALLET' order by transaction_id, amount, ledger_entry.id
      loop
        part := ledger_cash(entry);
        update ledger_entry set cash = part where id = entry.id;
        update ledger_account set balance = balance + entry.amount, cash = cash + part where id = entry.account_id;
      end loop;
    end $$`,
  `alter table ledger_entry enable trigger ledger_entry_stays`,
  `alter table ledger_account add constraint wallet_not_below_zero check (kind <> 'WALLET' or balance >= 0)`,
  `create function ledger_set_cash() returns trigger language plpgsql as $$
    begin
      new.cash := ledger_cash(new);
      return new;
    end $$`,
  `create trigger ledger_entry_cash before insert on ledger_entry for each row execute function ledger_set_cash()`,
  `create or replace function ledger_keep_balance() returns trigger language plpgsql as $$
    begin
      update ledger_account set balance = balance + new.amount, cash = cash + new.cash where id = new.account_id;
      return null;
    end $$`,
  `alter table ledger_account add constraint wallet_cash check (kind <> 'WALLET' or cash between 0 and balance)`,
  `do $$
    declare known text;
    begin
      select pg_get_expr(conbin, conrelid) into strict known from pg_constraint
        where conrelid = 'ledger_account'::regclass and conname = 'ledger_account_kind_check';
      alter table ledger_account drop constraint ledger_account_kind_check;
      execute format('alter table ledger_account add constraint ledger_account_kind_check
        check (%s or kind = ''CUSTOMER_PAYOUT'')', known);
    end $$`,
  `create table wallet_payout (
    id int primary key generated always as identity,
    account_id text references account on delete set null,
    wallet_owner text not null,
    currency_id int not null references currency,
    amount bigint not null check (amount > 0),
    holder text not null check (length(holder) between 2 and 70),
    iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
    holder_status text not null check (holder_status in ('MATCHES', 'WAITING', 'CONFIRMED', 'REFUSED')),
    holder_decided_at timestamptz,
    holder_decided_by text references account on delete set null,
    requested_at timestamptz not null,
    check ((holder_status in ('CONFIRMED', 'REFUSED')) = (holder_decided_at is not null))
  )`,
  `create index wallet_payout_of on wallet_payout (account_id, id)`,
  `create index wallet_payout_owner on wallet_payout (wallet_owner)`,
  `alter table payout alter column company_id drop not null`,
  `alter table payout add column wallet_payout_id int unique references wallet_payout`,
  `alter table payout add constraint payout_receiver check (num_nonnulls(company_id, wallet_payout_id) = 1)`,
  // What operators decide; what customers request is theirs.
  `create trigger wallet_payout_audit after update on wallet_payout for each row execute function audit_row()`,
  `alter table one_time_code drop constraint one_time_code_purpose_check`,
  `alter table one_time_code add constraint one_time_code_purpose_check
    check (purpose in ('SIGN_IN', 'CHANGE_PHONE', 'CHANGE_EMAIL', 'DELETE_ACCOUNT', 'WALLET_PAYOUT'))`,
]
