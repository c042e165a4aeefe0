import { type Kysely, sql } from 'kysely'

/**
 * Vehicles that companies enter themselves: several alike, photos with words and a cut, and listings that an operator took
 * down. A vehicle is shown by its first photo, by its drawing while it has none. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table ad rename column picture to drawing`,
  `alter table ad add column photo text`,
  // The vehicle whose copies this and its like are: one plate each.
  `alter table ad add column alike int references ad on delete set null`,
  `create index ad_alike on ad (alike) where alike is not null`,
  `alter table ad add column taken_down_reason text check (length(taken_down_reason) <= 500)`,
  `alter table ad_photo add column alt text check (length(alt) <= 120)`,
  `alter table ad_photo add column crop text not null default 'MIDDLE'
    check (crop in ('MIDDLE', 'TOP', 'BOTTOM', 'LEFT', 'RIGHT', 'WHOLE'))`,
  `alter table ad_photo add column taken_down_at timestamptz`,
  `update ad set photo = (select key from ad_photo where ad_id = ad.id and key is not null order by position, id limit 1)
    where id in (select ad_id from ad_photo)`,
  `alter table ad add column picture text not null generated always as (coalesce(photo, drawing)) stored`,
  // Whatever adds, orders or removes photos: cards show the first one.
  `create function show_first_photo() returns trigger language plpgsql as $$
    declare
      of_ad int := case when tg_op = 'DELETE' then old.ad_id else new.ad_id end;
      first text := (select key from ad_photo where ad_id = of_ad and key is not null and taken_down_at is null
        order by position, id limit 1);
    begin
      update ad set photo = first where id = of_ad and photo is distinct from first;
      return null;
    end $$`,
  `create trigger ad_photo_first after insert or update or delete on ad_photo
    for each row execute function show_first_photo()`,
  `create trigger ad_photo_changed before update of photo on ad for each row execute function note_change()`,
]
