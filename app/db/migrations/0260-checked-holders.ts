import { type Kysely, sql } from 'kysely'

/** Whether the holder of a company's account is the company: by its names, or by an operator who looked. Source: issue 16. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table company add column legal_name text check (length(legal_name) between 1 and 120)`,
  `update company set legal_name = application.legal_name from partner_application application
    where application.company_id = company.id and application.legal_name is not null`,
  `alter table company_bank add column holder_status text not null default 'WAITING'
    check (holder_status in ('MATCHES', 'WAITING', 'CONFIRMED'))`,
  // Whoever enters an account says which it is.
  `alter table company_bank alter column holder_status drop default`,
  `alter table company_bank add column holder_decided_at timestamptz`,
  `alter table company_bank add column holder_decided_by text references account on delete set null`,
  `alter table company_bank add constraint company_bank_decided
    check ((holder_status = 'CONFIRMED') = (holder_decided_at is not null))`,
  `update company_bank set holder_status = 'MATCHES' from company where company.id = company_bank.company_id
    and (lower(company.legal_name) = lower(holder)
      or exists (select from jsonb_each_text(company.name) as wording where lower(wording.value) = lower(holder)))`,
]
