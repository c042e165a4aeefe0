import { type Kysely, sql } from 'kysely'

/** Refunds that a bank is asked to put back to the card that paid. Source: issue 16; decisions.md, "Refunds"; protocols/saman.md §7. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // WAITING is the intent, kept before the bank is asked; REFUSED went to the wallet.
  `alter table payment add column card_return text check (card_return in ('WAITING', 'DONE', 'REFUSED'))`,
  `create index payment_card_return on payment (checked_at nulls first) where card_return = 'WAITING'`,
  `do $$
    declare known text;
    begin
      select pg_get_expr(conbin, conrelid) into strict known from pg_constraint
        where conrelid = 'ledger_account'::regclass and conname = 'ledger_account_kind_check';
      alter table ledger_account drop constraint ledger_account_kind_check;
      execute format('alter table ledger_account add constraint ledger_account_kind_check
        check (%s or kind = ''CARD_RETURN'')', known);
    end $$`,
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
      if posted.kind in ('TOP_UP', 'LATE_PAYMENT', 'PAYOUT_RETURN', 'CARD_RETURN') then return entry.amount; end if;
      if posted.kind = 'WALLET_MOVE' then
        return (select -coalesce(sum(cash), 0) from ledger_entry where transaction_id = posted.id and amount < 0);
      end if;
      if posted.reservation_id is null then return 0; end if;
      -- Never more than banks and the cash of wallets have paid for the reservation and did not get back, nor are to get.
      return greatest(0, least(entry.amount, (select coalesce(sum(
          case account.kind when 'WALLET' then -one.cash else -one.amount end), 0)
        from ledger_transaction other
        join ledger_entry one on one.transaction_id = other.id
        join ledger_account account on account.id = one.account_id
        where other.reservation_id = posted.reservation_id and account.kind in ('GATEWAY', 'CARD_RETURN', 'WALLET'))));
    end $$`,
]
