import { type Kysely, sql } from 'kysely'

/**
 * What a company says of itself: its address in law, tax number and licence, the language of messages to its own phone, and its fee for
 * handling a fine. `renamed_at`: since then only its legal name tells whose bank account is its own. Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table company
    add column address text check (length(address) between 1 and 200),
    add column zip_code text check (length(zip_code) between 1 and 20),
    add column tax_number text check (length(tax_number) between 1 and 30),
    add column licence text check (length(licence) between 1 and 40),
    add column licence_until date,
    add column message_language text check (message_language in ('fa', 'en', 'ar', 'tr', 'de')),
    add column fine_fee bigint check (fine_fee >= 0),
    add column renamed_at timestamptz`,
  // Until now a form proposed the fee that was asked for last.
  `update company set fine_fee = (select fee from fine where fine.company_id = company.id
    and fine.currency_id = company.currency_id and fine.status = 'CHARGED' order by decided_at desc limit 1)`,
]
