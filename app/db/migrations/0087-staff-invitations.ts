import { type Kysely, sql } from 'kysely'

/** Whom a company has asked to work for it; the link's token is stored as its hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table staff_invitation (
    id int primary key generated always as identity,
    company_id int not null references company on delete cascade,
    staff_role text not null check (staff_role in ('OWNER', 'DESK', 'DRIVER')),
    phone text check (phone ~ '^[+][0-9]{7,15}$'),
    email text,
    token_hash text not null unique,
    invited_by text references account on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    check ((phone is null) <> (email is null))
  )`,
  `create unique index staff_invitation_open on staff_invitation (company_id, coalesce(phone, email)) where ended_at is null`,
  `select audit_table('staff_invitation')`,
]
