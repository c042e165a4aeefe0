import { type Kysely, sql } from 'kysely'

/**
 * Who wants to rent out vehicles here: an application that is filled in step by step, sent, and decided by an operator; and
 * what a new company has to do until its first listing. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table partner_application (
    id int primary key generated always as identity,
    account_id text not null references account on delete cascade,
    status text not null check (status in ('DRAFT', 'SENT', 'APPROVED', 'REJECTED')),
    language text not null check (language in ('fa', 'en', 'ar', 'tr', 'de')),
    company_name text check (length(company_name) between 1 and 80),
    latin_name text check (length(latin_name) between 1 and 80),
    legal_name text check (length(legal_name) between 1 and 120),
    legal_id text check (length(legal_id) between 1 and 30),
    contact_name text check (length(contact_name) between 1 and 80),
    city_id int references city,
    place_kind text check (place_kind in ('OFFICE', 'AIRPORT', 'STATION', 'HOTEL', 'PORT', 'MALL')),
    place_name text check (length(place_name) between 1 and 80),
    address text check (length(address) between 1 and 300),
    kinds text[] not null default '{}' check (kinds <@ array['CAR', 'MOTORBIKE']),
    vehicles int check (vehicles between 1 and 2000),
    bank_holder text check (length(bank_holder) between 2 and 70),
    iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
    created_at timestamptz not null,
    changed_at timestamptz not null,
    sent_at timestamptz,
    decided_at timestamptz,
    decided_by text references account on delete set null,
    reason text check (length(reason) between 1 and 500),
    company_id int references company on delete set null,
    check ((bank_holder is null) = (iban is null)),
    check ((status = 'DRAFT') = (sent_at is null)),
    check ((status in ('APPROVED', 'REJECTED')) = (decided_at is not null))
  )`,
  // One that is open a person; what was decided stays beside it.
  `create unique index partner_application_open on partner_application (account_id) where status in ('DRAFT', 'SENT')`,
  `create index partner_application_of on partner_application (account_id, id)`,
  `create index partner_application_sent on partner_application (sent_at) where status = 'SENT'`,
  // Only what operators decide: a person's erased draft leaves nothing in the audit log.
  `create trigger partner_application_audit after update on partner_application
    for each row execute function audit_row()`,
  // A company that began with an application; \`terms_at\` is when it said yes to its cancellation terms.
  `create table company_onboarding (
    company_id int primary key references company on delete cascade,
    terms_at timestamptz
  )`,
]
