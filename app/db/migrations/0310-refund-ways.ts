import { type Kysely, sql } from 'kysely'

/** Refunds that a customer has sent straight to an account of their own. Source: decisions.md, "Refunds". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table wallet_payout add column reservation_id text references reservation on delete set null`,
  `create unique index wallet_payout_reservation on wallet_payout (reservation_id)`,
  // What a refund of a reservation may bring of cash is asked before a cancellation, too. Volatile, as every function by itself is: it
  // sees the entries that came before in the same statement.
  `create function reservation_cash(reservation text) returns bigint language sql as $$
    select greatest(0, coalesce(sum(case account.kind when 'WALLET' then -one.cash else -one.amount end), 0))
    from ledger_transaction posted
    join ledger_entry one on one.transaction_id = posted.id
    join ledger_account account on account.id = one.account_id
    where posted.reservation_id = reservation and account.kind in ('GATEWAY', 'CARD_RETURN', 'WALLET')
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
      if posted.kind in ('TOP_UP', 'LATE_PAYMENT', 'PAYOUT_RETURN', 'CARD_RETURN') then return entry.amount; end if;
      if posted.kind = 'WALLET_MOVE' then
        return (select -coalesce(sum(cash), 0) from ledger_entry where transaction_id = posted.id and amount < 0);
      end if;
      if posted.reservation_id is null then return 0; end if;
      -- Never more than banks and the cash of wallets have paid for the reservation and did not get back, nor are to get.
      return least(entry.amount, reservation_cash(posted.reservation_id));
    end $$`,
]
