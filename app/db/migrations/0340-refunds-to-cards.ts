import { type Kysely, sql } from 'kysely'

/** Where an operator's refund goes. Source: decisions.md, "Refunds". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table wallet_correction
    add column way text not null default 'WALLET' check (way in ('CARD', 'WALLET')),
    add constraint wallet_correction_card check (way = 'WALLET' or payment_id is not null)`,
]
