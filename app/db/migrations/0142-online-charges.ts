import { type Kysely, sql } from 'kysely'

/**
 * A payment of what a company asked for after a return and the customer accepted. `settled_as` CHARGE: the money is the
 * company's. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table payment add column proposal_id text references proposal`,
  `alter table payment drop constraint payment_settled_as_check`,
  `alter table payment add constraint payment_settled_as_check
    check (settled_as in ('RESERVATION', 'CHARGE', 'WALLET', 'REVERSED'))`,
  // However often it is paid, one payment is what it was paid by.
  `create unique index payment_of_charge on payment (proposal_id) where settled_as = 'CHARGE'`,
]
