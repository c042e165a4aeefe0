import { type Kysely, sql } from 'kysely'

/**
 * A refund is a correction of the payer's wallet that names its payment and who bears it. Somebody who booked without an account has
 * a wallet all the same. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table wallet_correction
    alter column account_id drop not null,
    add column payment_id text references payment,
    add column bearer text check (bearer in ('MARKETPLACE', 'COMPANY')),
    add check ((payment_id is null) = (bearer is null)),
    add check (payment_id is null or amount > 0),
    add check (payment_id is not null or account_id is not null)`,
  `create index wallet_correction_payment on wallet_correction (payment_id) where payment_id is not null`,
]
