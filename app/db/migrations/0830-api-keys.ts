import { type Kysely, sql } from 'kysely'

/**
 * Keys by which programs act for a company. A key has several secrets while it is rotated; only their hashes are kept. What a key
 * writes is in the audit log under its name, and an entry of a revoked key fails with SVK01: its transaction, with all it wrote,
 * is rolled back, so that nothing is written once the key has been revoked, not even by a request that was running. Source: issue
 * 20, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table api_key (
    id int primary key generated always as identity,
    company_id int not null references company,
    name text not null check (length(name) between 1 and 60),
    -- The beginning of its latest secret.
    hint text not null,
    scopes text[] not null check (cardinality(scopes) > 0),
    created_by text references account on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz,
    rotated_at timestamptz,
    last_used_at timestamptz,
    ended_at timestamptz
  )`,
  `create unique index api_key_name on api_key (company_id, lower(name)) where ended_at is null`,
  `create table api_key_secret (
    token_hash text primary key,
    key_id int not null references api_key on delete cascade,
    -- Set when the key is rotated.
    ends_at timestamptz
  )`,
  `create index api_key_secret_key on api_key_secret (key_id)`,
  `select audit_table('api_key')`,
  `alter table audit_entry add column api_key text`,
  `create function audit_key() returns trigger language plpgsql as $$
    declare key_of_actor int := (nullif(current_setting('savari.actor', true), '')::jsonb ->> 'key')::int;
    begin
      if key_of_actor is null then return new; end if;
      -- The lock holds a revocation up until this transaction ends.
      select format('%s (%s…)', name, hint) into new.api_key from api_key
        where id = key_of_actor and ended_at is null for key share;
      if not found then raise exception 'the API key was revoked' using errcode = 'SVK01'; end if;
      return new;
    end $$`,
  `create trigger audit_entry_key before insert on audit_entry for each row execute function audit_key()`,
]
