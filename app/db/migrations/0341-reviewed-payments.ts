import { type Kysely, sql } from 'kysely'

/** Who decided a payment that only a person can place, and that it may wait for a second operator. Source: decisions.md, "Operators". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table payment
    -- The operator who decided it without a second one, and when it was decided.
    add column review_by text references account on delete set null,
    add column review_decided_at timestamptz`,
  `create index payment_review_alone on payment (review_decided_at) where review_by is not null`,
  `alter table approval_request drop constraint approval_request_kind_check`,
  `alter table approval_request add constraint approval_request_kind_check
    check (kind in ('OPERATOR', 'CONFIG', 'COMMISSION', 'SECOND_FACTOR', 'CARD_RETURN', 'HOLDER', 'CODE', 'REVIEW'))`,
]
