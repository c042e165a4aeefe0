import { type Kysely, sql } from 'kysely'

/**
 * Since when a vehicle has its state: reports of past months count only the days on which it was on offer. The database writes it, so
 * that no code can forget it. Source: issue 19, C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table vehicle_state (
    ad_id int not null references ad on delete cascade,
    since timestamptz not null,
    -- As in ad.status.
    state smallint not null,
    primary key (ad_id, since)
  )`,
  // Nobody wrote down before when a vehicle was taken off the offer: its last change is the best guess.
  `insert into vehicle_state (ad_id, since, state) select id, created_at, 1 from ad`,
  `insert into vehicle_state (ad_id, since, state)
    select id, greatest(updated_at, created_at + interval '1 second'), status from ad where status <> 1`,
  `create function keep_vehicle_state() returns trigger language plpgsql as $$
    begin
      insert into vehicle_state (ad_id, since, state)
        values (new.id, case when tg_op = 'INSERT' then new.created_at else now() end, new.status)
        on conflict (ad_id, since) do update set state = excluded.state;
      return null;
    end $$`,
  `create trigger ad_state after insert on ad for each row execute function keep_vehicle_state()`,
  `create trigger ad_state_changed after update of status on ad for each row
    when (new.status <> old.status) execute function keep_vehicle_state()`,
  // What reports count, without reading a reservation's long row.
  `create index reservation_report on reservation (company_id, end_at) include (ad_id, start_at, status, currency_id, total)
    where status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')`,
]
