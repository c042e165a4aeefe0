import { type Kysely, sql } from 'kysely'

/**
 * What cancellations, no-shows and returned days left behind lay on accounts of its own, which nobody was paid from: it becomes
 * the company's, less commission. Reservations keep the rate of commission that they were booked at; for those that are there
 * it is today's. Source: decisions.md, "Money has one owner".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `update reservation set commission_percent = company.commission_percent
    from company where company.id = company_id and reservation.commission_percent is null`,
  `create temporary table retained on commit drop as
    select posted.reservation_id, account.owner, account.currency_id, account.id as fee_account, entry.amount,
      -- Under the keys that they have from now on, so that a no-show can still be taken back.
      case when posted.key like 'refund %' then 'retained ' || substr(posted.key, 8) else 'retained ' || posted.key end as key,
      -- Of whole units, a euro having a hundred cents (CURRENCY_IDS.EUR is 2).
      least(entry.amount, floor(entry.amount * coalesce(reservation.commission_percent, 0) / 100.0 /
        case account.currency_id when 2 then 100 else 1 end + 0.5) * case account.currency_id when 2 then 100 else 1 end
      )::bigint as commission
    from ledger_entry entry
    join ledger_account account on account.id = entry.account_id and account.kind = 'CANCELLATION_FEE'
    join ledger_transaction posted on posted.id = entry.transaction_id
    left join reservation on reservation.id = posted.reservation_id
    where entry.amount > 0 and posted.kind in ('REFUND', 'CHANGE_REFUND')
      and not exists (select from ledger_transaction undone where undone.key = 'undone ' || posted.key)`,
  `insert into ledger_account (kind, owner, currency_id)
    select distinct 'COMPANY', owner, currency_id from retained
    union select distinct 'COMMISSION', 'marketplace', currency_id from retained
    on conflict (kind, owner, currency_id) do nothing`,
  `insert into ledger_transaction (key, kind, at, reservation_id)
    select key, 'RETAINED', now(), reservation_id from retained`,
  `insert into ledger_entry (transaction_id, account_id, amount)
    select transaction_id, account_id, amount from (
      select posted.id as transaction_id, fee_account as account_id, -amount as amount from retained
        join ledger_transaction posted using (key)
      union all select posted.id, company.id, amount - commission from retained
        join ledger_transaction posted using (key)
        join ledger_account company on company.kind = 'COMPANY' and company.owner = retained.owner
          and company.currency_id = retained.currency_id
      union all select posted.id, marketplace.id, commission from retained
        join ledger_transaction posted using (key)
        join ledger_account marketplace on marketplace.kind = 'COMMISSION' and marketplace.owner = 'marketplace'
          and marketplace.currency_id = retained.currency_id
    ) entry where amount <> 0`,
]
