import { type Kysely, sql } from 'kysely'

/** What proved an account's phone, and codes that go by SMS and e-mail at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // When a code by SMS proved the phone; null while the mailbox alone says whose it is. Before, every Iranian number got an SMS.
  `alter table account add column phone_proven_at timestamptz`,
  `update account set phone_proven_at = coalesce(activated_at, created_at) where phone like '+98%'`,
  // A code goes by e-mail where there is an address, and by SMS where this says so. Those under way end: they lived for minutes.
  `delete from one_time_code`,
  `alter table one_time_code drop column channel`,
  `alter table one_time_code add column by_sms boolean not null`,
  `alter table one_time_code add constraint one_time_code_goes check (by_sms or email is not null)`,
]
