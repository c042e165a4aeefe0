import { type Kysely, sql } from 'kysely'

/**
 * Whatever changes what somebody may do notifies every process, once it is committed and whoever wrote it, so that sockets
 * which were let in before are judged again. Another migration watches its own table by
 * `select access_table('name', 'column of the account')`. Source: issue 16.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // The channel and the shape are those of api/live/bus.ts.
  `create function access_changed() returns trigger language plpgsql as $$
    declare
      changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
      event jsonb := jsonb_build_object('kind', 'access', 'account', changed ->> tg_argv[0]);
    begin
      perform pg_notify('savari_live', jsonb_build_object('from', 'database', 'events', jsonb_build_array(event))::text);
      return null;
    end $$`,
  `create function access_table(name text, account text) returns void language plpgsql as $$
    begin
      execute format('create trigger %I after insert or delete on %I for each row execute function access_changed(%L)',
        name || '_access', name, account);
      execute format('create trigger %I after update on %I for each row when (old.* is distinct from new.*)
        execute function access_changed(%L)', name || '_access_change', name, account);
    end $$`,
  `create trigger account_access after update on account for each row when (old.* is distinct from new.*)
    execute function access_changed('id')`,
  // Not when a sign-in is merely used, nor when one that has long ended is forgotten.
  `create trigger session_access after update on session for each row
    when (old.ended_at is distinct from new.ended_at or old.factor_at is distinct from new.factor_at)
    execute function access_changed('account_id')`,
  `create trigger session_access_end after delete on session for each row when (old.ended_at is null)
    execute function access_changed('account_id')`,
  `create trigger second_factor_access after delete on second_factor for each row
    when (old.confirmed_at is not null) execute function access_changed('id')`,
  `create trigger second_factor_access_change after update on second_factor for each row
    when (old.confirmed_at is distinct from new.confirmed_at) execute function access_changed('id')`,
]
