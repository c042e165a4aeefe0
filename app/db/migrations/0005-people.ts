import { type Kysely, sql } from 'kysely'

/** People, how they sign in, and what belongs to them beside reservations and money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // A phone is one person. The wallet and the reservations are the phone's; the account is who proved to hold it.
  `create table account (
    id text primary key check (length(id) >= 22),
    phone text not null unique check (phone ~ '^[+][0-9]{7,15}$'),
    role text not null default 'CLIENT' check (role in ('CLIENT', 'AGENT', 'ADMIN')),
    company_id int references company,
    username text check (username ~ '^[A-Za-z0-9_]{3,30}$'),
    fullname text, email text, national_id text, date_of_birth date,
    country text, city text, address text, zip_code text, avatar text,
    language text not null default 'fa',
    notifications jsonb not null,
    activated_at timestamptz,
    banned_at timestamptz,
    created_at timestamptz not null default now(),
    check ((role = 'AGENT') = (company_id is not null))
  )`,
  // Two usernames that differ in capitals only would be taken for each other.
  `create unique index account_username on account (lower(username))`,
  `create index account_company on account (company_id) where company_id is not null`,
  // The code itself is nowhere: it is made of the id by the secret of the settings, when it is sent and when it is tried.
  `create table one_time_code (
    id text primary key check (length(id) >= 22),
    purpose text not null check (purpose in ('SIGN_IN', 'CHANGE_PHONE', 'CHANGE_EMAIL', 'DELETE_ACCOUNT')),
    -- The phone that signs in, or that an account wants to have; of a new e-mail the account's own.
    phone text not null,
    email text,
    channel text not null check (channel in ('sms', 'email')),
    -- Whose code it is; null when somebody signs in, who may have no account yet.
    account_id text references account on delete cascade,
    wrong_tries int not null default 0,
    created_at timestamptz not null,
    resend_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    check ((purpose = 'SIGN_IN') = (account_id is null))
  )`,
  // A new code ends the old: at most one lives for a phone that signs in, and for each change of an account.
  `create unique index one_time_code_sign_in on one_time_code (phone) where ended_at is null and account_id is null`,
  `create unique index one_time_code_wish on one_time_code (account_id, purpose) where ended_at is null`,
  `create index one_time_code_age on one_time_code (created_at)`,
  // A session is one signed-in device: the family of its refresh tokens.
  `create table session (
    id text primary key check (length(id) >= 22),
    account_id text not null references account on delete cascade,
    device text not null,
    network_address text not null,
    created_at timestamptz not null,
    used_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index session_account on session (account_id) where ended_at is null`,
  `create table refresh_token (
    token_hash text primary key,
    session_id text not null references session on delete cascade,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    -- What a repeated use within 30 seconds is answered with, sealed with the old token itself.
    sealed_answer text
  )`,
  `create index refresh_token_session on refresh_token (session_id)`,
  `create table direct_login (
    token_hash text primary key,
    account_id text not null references account on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table phone_book (
    id bigint primary key generated always as identity,
    origin text not null, phone text not null, created_at timestamptz not null,
    unique (phone, origin)
  )`,
  `alter table ad_comment add column account_id text references account on delete set null`,
  `create table ad_rating (
    reservation_id text primary key references reservation,
    ad_id int not null references ad,
    account_id text not null references account on delete cascade,
    score int not null check (score between 1 and 5),
    created_at timestamptz not null
  )`,
  `create table deposit_image (
    reservation_id text primary key references reservation,
    key text not null unique,
    account_id text references account on delete set null,
    uploaded_at timestamptz not null
  )`,
  // A change that costs more waits here until it is paid; the new time is kept meanwhile by the reservation's own hold.
  `create table reservation_change (
    id text primary key check (length(id) >= 22),
    reservation_id text not null references reservation,
    status text not null check (status in ('AWAITING_PAYMENT', 'DONE', 'EXPIRED', 'CANCELLED')),
    wanted jsonb not null,
    lines jsonb not null, total bigint not null, payable_now bigint not null,
    difference bigint not null,
    hold_until timestamptz,
    created_at timestamptz not null
  )`,
  `create unique index reservation_change_open on reservation_change (reservation_id) where status = 'AWAITING_PAYMENT'`,
  // A payment belongs to one reservation (or a change of it), or to the top-up of a phone's wallet.
  `alter table payment alter column reservation_id drop not null`,
  `alter table payment add column phone text`,
  `alter table payment add column change_id text references reservation_change`,
  `alter table payment add constraint payment_for check (reservation_id is not null or phone is not null)`,
  `create index payment_phone on payment (phone, created_at desc) where phone is not null`,
]
