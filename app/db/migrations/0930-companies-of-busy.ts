import { type Kysely, sql } from 'kysely'

/**
 * A busy range names the company of its vehicle, in the guard against double booking and in its references, so that a database that is
 * divided by companies can keep both. The database fills it in. The guard is
 * built anew, which takes a minute for some million ranges: nobody reserves meanwhile. Source: issue 21, C; docs/scale.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // In the order in which the product locks them.
  `lock table reservation, ad, busy in access exclusive mode`,
  `alter table busy drop constraint busy_no_overlap, drop constraint busy_ad_id_fkey, drop constraint busy_reservation_id_fkey`,
  `alter table busy add column company_id int not null default 0`,
  // Not a change that anybody made: neither the change log nor an event has it.
  `alter table busy disable trigger user`,
  `update busy set company_id = ad.company_id from ad where ad.id = busy.ad_id`,
  `alter table busy enable trigger user`,
  `create function set_company_of_busy() returns trigger language plpgsql as $$
  begin
    select company_id into new.company_id from ad where id = new.ad_id;
    return new;
  end $$`,
  `create trigger busy_of_company before insert or update of ad_id on busy
    for each row execute function set_company_of_busy()`,
  `alter table ad add constraint ad_of_company unique (company_id, id)`,
  `alter table reservation add constraint reservation_of_company unique (company_id, id)`,
  `alter table busy
    add constraint busy_no_overlap exclude using gist (company_id with =, ad_id with =, tstzrange(start_at, end_at) with &&)
      where (status in (1, 2)),
    add constraint busy_ad foreign key (company_id, ad_id) references ad (company_id, id) on delete cascade on update cascade,
    add constraint busy_reservation foreign key (company_id, reservation_id) references reservation (company_id, id)
      on delete cascade on update cascade`,
]
