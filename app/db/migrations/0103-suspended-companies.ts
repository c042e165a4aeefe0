import { type Kysely, sql } from 'kysely'

/**
 * A company that has lost its approval: its vehicles leave the offer, whatever sets one on offer meanwhile, and come back with the
 * approval. Reservations are not touched. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table company add column suspended_at timestamptz`,
  // 4: on offer, were it not for the company.
  `create function keep_suspended_off_offer() returns trigger language plpgsql as $$
    begin
      if new.status = 1 and exists (select from company where id = new.company_id and suspended_at is not null) then
        new.status := 4;
      end if;
      return new;
    end $$`,
  `create trigger ad_of_suspended before insert or update of status, company_id on ad
    for each row execute function keep_suspended_off_offer()`,
  `create function suspend_fleet() returns trigger language plpgsql as $$
    declare actor text := current_setting('savari.actor', true);
    begin
      -- One entry in the audit log says it all: not one for each of the fleet's vehicles.
      perform set_config('savari.actor', '', true);
      update ad set status = case when new.suspended_at is null then 1 else 4 end
        where company_id = new.id and status = case when new.suspended_at is null then 4 else 1 end;
      perform set_config('savari.actor', coalesce(actor, ''), true);
      return null;
    end $$`,
  `create trigger company_suspends after update of suspended_at on company
    for each row when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function suspend_fleet()`,
]
