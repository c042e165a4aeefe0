import { type Kysely, sql } from 'kysely'

/**
 * How often and when a bank is asked for a return to a card, and the returns that an operator decides, because nobody can tell from the bank's
 * answers whether it was made. Source: decisions.md, "Refunds"; protocols/saman.md §7.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table payment drop constraint payment_card_return_check`,
  `alter table payment
    add constraint payment_card_return_check check (card_return in ('WAITING', 'UNANSWERED', 'DONE', 'REFUSED')),
    add column card_return_at timestamptz,
    add column card_return_said text,
    -- The operator who decided it without a second one, and when.
    add column card_return_by text references account on delete set null,
    add column card_return_decided_at timestamptz,
    -- Counted before the bank is asked: a process may die before it hears the answer.
    add column reverse_tries int not null default 0,
    add column reverse_next_at timestamptz`,
  // Of those that wait now nobody knows whether their bank was asked.
  `update payment set card_return_at = now(), reverse_tries = 1 where card_return = 'WAITING'`,
  `drop index payment_card_return`,
  `create index payment_card_return on payment (reverse_next_at nulls first) where card_return = 'WAITING'`,
  `create index payment_card_return_unanswered on payment (card_return_at, id) where card_return = 'UNANSWERED'`,
  `create index payment_card_return_alone on payment (card_return_decided_at) where card_return_by is not null`,
  `alter table approval_request drop constraint approval_request_kind_check`,
  `alter table approval_request add constraint approval_request_kind_check
    check (kind in ('OPERATOR', 'CONFIG', 'COMMISSION', 'SECOND_FACTOR', 'CARD_RETURN'))`,
]
