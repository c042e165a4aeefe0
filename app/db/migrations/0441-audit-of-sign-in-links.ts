import { type Kysely, sql } from 'kysely'

/** A link that an operator makes to sign somebody in is recorded among the changes of that person's account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create function audit_sign_in_link() returns trigger language plpgsql as $$
    declare
      actor jsonb := nullif(current_setting('savari.actor', true), '')::jsonb;
    begin
      if actor is null then return null; end if;
      insert into audit_entry (actor, role, company_id, call, request_id, reason, subject, row_key, action, before, after)
      values (actor ->> 'account', actor ->> 'role', (actor ->> 'company')::int, actor ->> 'call', actor ->> 'request',
        nullif(current_setting('savari.reason', true), ''), 'account', new.account_id, 'UPDATE', '{}',
        jsonb_build_object('sign_in_link_until', new.expires_at));
      return null;
    end $$`,
  `create trigger direct_login_audit after insert on direct_login for each row execute function audit_sign_in_link()`,
]
