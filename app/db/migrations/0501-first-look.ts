import { type Kysely, sql } from 'kysely'

/**
 * A new company's first listings wait until an operator has looked at them, whatever sets one on offer meanwhile; once one is approved
 * all that wait go on offer. Companies from before go on as they were. Source: issue 18.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table company add column awaits_look boolean not null default false',
  // 4: on offer, were it not for the suspended company; 5: on offer once an operator has looked.
  `create or replace function keep_suspended_off_offer() returns trigger language plpgsql as $$
    begin
      if new.status = 1 and exists (select from company where id = new.company_id and suspended_at is not null) then
        new.status := 4;
      elsif new.status = 1 and exists (select from company where id = new.company_id and awaits_look) then
        new.status := 5;
      end if;
      return new;
    end $$`,
  `create function offer_looked_at() returns trigger language plpgsql as $$
    declare actor text := current_setting('savari.actor', true);
    begin
      -- One entry in the audit log says it all: not one for each of the fleet's vehicles.
      perform set_config('savari.actor', '', true);
      update ad set status = 1 where company_id = new.id and status = 5;
      perform set_config('savari.actor', coalesce(actor, ''), true);
      return null;
    end $$`,
  `create trigger company_looked_at after update of awaits_look on company
    for each row when (old.awaits_look and not new.awaits_look) execute function offer_looked_at()`,
  'create index ad_awaiting_look on ad (id) where status = 5',
]
