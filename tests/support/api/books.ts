import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/** What each account holds, by name: `{ 'WALLET +98…': 810000 }`. Accounts at zero are left out. */
export async function balances(db: Kysely<DB>): Promise<Record<string, number>> {
  const rows = await db.selectFrom('ledger_account').selectAll().where('balance', '<>', 0).orderBy('id').execute()
  return Object.fromEntries(rows.map(({ kind, owner, balance }) => [`${kind} ${owner}`, balance]))
}

/**
 * Lists every violation of what must always be true of the books: movements that do not balance, accounts that are not
 * the sum of their entries, wallets below zero, overlapping rentals of one vehicle, reservations that were paid twice,
 * that disagree with their vehicle or with the ledger, or that refunded more than was paid, money that belongs to nobody, and invoices
 * that are not, with their credit notes, what the ledger kept.
 */
export async function wrongInBooks(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select 'a movement does not balance: ' || transaction_id as wrong
      from ledger_entry group by transaction_id having sum(amount) <> 0
    union all select 'an account is not its entries: ' || a.kind || ' ' || a.owner from ledger_account a
      where a.balance <> coalesce((select sum(amount) from ledger_entry e where e.account_id = a.id), 0)
    union all select 'a wallet is below zero: ' || owner from ledger_account where kind = 'WALLET' and balance < 0
    union all select 'two rentals overlap on ' || b.ad_id from busy b join busy c on c.ad_id = b.ad_id and c.id > b.id
      and b.status > 0 and c.status > 0 and tstzrange(b.start_at, b.end_at) && tstzrange(c.start_at, c.end_at)
    union all select 'paid twice: ' || reservation_id from payment
      where status = 'PAID' and settled_as = 'RESERVATION' group by reservation_id, change_id, part_id having count(*) > 1
    union all select 'a vehicle and its reservation disagree: ' || r.status || ' ' || b.status
      from reservation r join busy b on b.reservation_id = r.id
      where r.status <> 'COMPLETED' and b.status <> case r.status when 'AWAITING_PAYMENT' then 1
        when 'AWAITING_CONFIRMATION' then 2 when 'CONFIRMED' then 2 when 'ACTIVE' then 2 else 0 end
    union all select 'a change that does not wait holds a vehicle: ' || c.status
      from busy b join reservation_change c on c.id = b.change_id where c.status <> 'AWAITING_PAYMENT'
    union all select 'a reservation and its payments disagree: ' || r.status from reservation r
      where r.paid <> coalesce((select sum(amount + wallet_amount) from payment p
        where p.reservation_id = r.id and p.status = 'PAID' and p.settled_as = 'RESERVATION'), 0)
        + coalesce((select sum(e.amount) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
          join ledger_account a on a.id = e.account_id and a.kind = 'PREPAYMENT'
          where t.reservation_id = r.id and (t.kind = 'CHANGE_REFUND' or t.key like 'retained change %')), 0)
    union all select 'a change was paid and does not hold: ' || p.change_id from payment p
      join reservation_change c on c.id = p.change_id
      where p.status = 'PAID' and p.settled_as = 'RESERVATION' and c.status <> 'DONE'
    union all select 'a firm reservation is not paid: ' || r.id from reservation r
      where r.status in ('CONFIRMED', 'AWAITING_CONFIRMATION', 'ACTIVE', 'COMPLETED') and r.paid <> r.payable_now
    union all select 'what is kept of reservations is something else than their prepayments'
      where (select coalesce(sum(balance), 0) from ledger_account where kind = 'PREPAYMENT') <>
        (select coalesce(sum(paid), 0) from reservation
          where status in ('AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE')) +
        (select coalesce(sum(wallet_amount), 0) from payment p where gateway <> 'wallet' and wallet_amount > 0 and exists
          (select from ledger_transaction t where t.key = 'wallet-debit ' || p.id) and not exists
          (select from ledger_transaction t where t.key = 'wallet-return ' || p.id)
          and not (status = 'PAID' and settled_as in ('RESERVATION', 'CHARGE')))
    union all select 'a reservation gave back more than was paid: ' || r.id from reservation r
      where coalesce((select -sum(e.amount) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
          join ledger_account a on a.id = e.account_id and a.kind in ('PREPAYMENT', 'COMPANY', 'COMMISSION')
          where t.reservation_id = r.id and t.kind in ('REFUND', 'CHANGE_REFUND', 'CARD_RETURN', 'UNDONE')), 0) >
        coalesce((select sum(amount + wallet_amount) from payment p
          where p.reservation_id = r.id and p.status = 'PAID' and p.settled_as = 'RESERVATION'), 0)
    union all select 'an account that is no party''s keeps money: ' || kind || ' ' || owner
      from ledger_account where kind = 'CANCELLATION_FEE' and balance <> 0
    union all select 'a reservation that has ended keeps a prepayment: ' || r.status from reservation r
      where r.status in ('COMPLETED', 'CANCELLED', 'REJECTED') and 0 <> coalesce((select sum(e.amount)
        from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id and a.kind = 'PREPAYMENT'
        where t.reservation_id = r.id and t.kind not in ('WALLET_DEBIT', 'WALLET_RETURN')), 0)
        + coalesce((select sum(wallet_amount) from payment p
          where p.reservation_id = r.id and p.status = 'PAID' and p.settled_as in ('RESERVATION', 'CHARGE')), 0)
        + coalesce((select sum(amount) from payment p where p.reservation_id = r.id and p.gateway = 'wallet'
          and p.status = 'PAID'), 0)
    union all select 'a charge is not paid once, or another sum: ' || c.id from proposal c
      where (c.paid_by = 'ONLINE') is distinct from exists (select from payment p
        where p.proposal_id = c.id and p.status = 'PAID' and p.settled_as = 'CHARGE'
        having sum(p.amount + p.wallet_amount) = coalesce(c.ruled, c.amount) - c.from_deposit and count(*) = 1) and (c.paid_by is not null or exists
        (select from payment p where p.proposal_id = c.id and p.settled_as = 'CHARGE'))
    union all select 'the desk took another sum for a charge: ' || c.id from proposal c
      where coalesce((select sum(m.amount) from desk_money m where m.proposal_id = c.id and m.undone_at is null), 0) <>
        case when c.paid_by in ('DESK', 'DEPOSIT') then coalesce(c.ruled, c.amount) else c.from_deposit end
    union all select 'more of a deposit went out than came in: ' || m.reservation_id from desk_money m
      where m.undone_at is null group by m.reservation_id
      having sum(case m.purpose when 'DEPOSIT' then m.amount when 'DEPOSIT_BACK' then -m.amount
        when 'CHARGE_FROM_DEPOSIT' then -m.amount else 0 end) < 0
    union all select 'a deposit is not what its desk took, gave back and kept: ' || r.id from reservation r
      left join deposit d on d.reservation_id = r.id
      where coalesce(d.held, 0) <> coalesce((select sum(case m.purpose when 'DEPOSIT' then m.amount
        when 'DEPOSIT_BACK' then -m.amount when 'CHARGE_FROM_DEPOSIT' then -m.amount else 0 end)
        from desk_money m where m.reservation_id = r.id and m.undone_at is null), 0)
    union all select 'the deposits held as money are not what the ledger says: ' || r.id from reservation r
      left join deposit d on d.reservation_id = r.id and d.way not in ('CARD_HOLD', 'CHEQUE')
      where coalesce(d.held, 0) <> coalesce((select sum(balance) from ledger_account a
        where a.kind = 'DEPOSIT' and a.owner = r.id), 0)
    union all select 'a deposit that was paid online is not what its payment brought: ' || r.id from reservation r
      where coalesce((select sum(m.amount) from desk_money m where m.reservation_id = r.id and m.way = 'ONLINE'
          and m.purpose = 'DEPOSIT' and m.undone_at is null), 0) <>
        coalesce((select sum(p.amount + p.wallet_amount) from payment p where p.reservation_id = r.id and p.status = 'PAID'
          and p.settled_as = 'DEPOSIT'), 0)
    union all select 'the gateways hold something else than was paid'
      where (select coalesce(-sum(balance), 0) from ledger_account where kind = 'GATEWAY') <>
        (select coalesce(sum(amount), 0) from payment where status = 'PAID' and gateway <> 'wallet'
          and card_return is distinct from 'DONE')
    union all select 'invoices less credit notes are not what the ledger kept: ' || r.id from reservation r
      where coalesce((select sum(i.amount - coalesce((select sum(n.amount) from credit_note n where n.invoice = i.number), 0))
          from invoice i join payment p on p.id = i.payment_id where p.reservation_id = r.id), 0) <>
        -coalesce((select sum(e.amount) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
          join ledger_account a on a.id = e.account_id and a.kind in ('GATEWAY', 'WALLET', 'CARD_RETURN', 'CUSTOMER_PAYOUT')
          where t.reservation_id = r.id), 0)
        -- What is held as a deposit is kept by nobody.
        - coalesce((select sum(e.amount) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
          join ledger_account a on a.id = e.account_id and a.kind = 'DEPOSIT'
          where t.reservation_id = r.id and t.payment_id is not null), 0)
        - coalesce((select sum(wallet_amount) from payment p where p.reservation_id = r.id and gateway <> 'wallet'
          and wallet_amount > 0 and exists (select from ledger_transaction t where t.key = 'wallet-debit ' || p.id)
          and not exists (select from ledger_transaction t where t.key = 'wallet-return ' || p.id)
          and not exists (select from invoice i where i.payment_id = p.id)), 0)
    union all select 'credit notes have a gap: ' || number from credit_note
      where number > 1 and not exists (select from credit_note before where before.number = credit_note.number - 1)
    union all select 'an invoice has more credit notes than its amount: ' || number from invoice where invoice_left(number) < 0
    union all select 'what waits for cards is something else than its payments'
      where (select coalesce(sum(balance), 0) from ledger_account where kind = 'CARD_RETURN') <>
        (select coalesce(sum(amount), 0) from payment where card_return in ('WAITING', 'UNANSWERED'))
    union all select 'a code counts other uses than it has: ' || c.code from discount_code c
      where c.used <> (select count(*) from discount_use u where u.code_id = c.id and not u.released)`.execute(db)
  return rows.map(({ wrong }) => wrong)
}
