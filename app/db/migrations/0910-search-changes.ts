import { type Kysely, sql } from 'kysely'

/**
 * What search must read again: triggers note each vehicle and company with a change that search can show. Processes read the rows that
 * their last snapshot did not show, so that nothing is missed whatever the order of commits. Both tables are unlogged: nothing waits for
 * the disk, and after a crash or on a new primary they are empty, by which processes notice that they must read everything again.
 * Source: issue 21, A.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const AD_COLUMNS = [
  ...[
    'status',
    'company_id',
    'city_id',
    'category',
    'brand_id',
    'model_id',
    'trim_id',
    'type_id',
    'year',
    'gearbox',
    'fuel',
    'seats',
  ],
  ...[
    'load_capacity',
    'trust',
    'properties',
    'p1',
    'p3',
    'p7',
    'p14',
    'p30',
    'gap_minutes',
    'score',
    'pinned',
    'pinned_place',
  ],
  ...[
    'pinned_paid',
    'rating_sum',
    'rating_count',
    'colour',
    'picture',
    'guarantee_amount',
    'mileage_per_day',
    'fuel_rule',
  ],
]
const BUSY_COLUMNS = ['ad_id', 'start_at', 'end_at', 'status', 'hold_until']
const COMPANY_COLUMNS = ['currency_id', 'turnaround_minutes']

const isChanged = (columns: readonly string[]) =>
  `(${columns.map((column) => `new.${column}`).join(', ')}) is distinct from (${columns.map((column) => `old.${column}`).join(', ')})`

const STATEMENTS = [
  `create unlogged table search_change (
    transaction xid8 not null default pg_current_xact_id(),
    at timestamptz not null default clock_timestamp(),
    ad_id int,
    company_id int,
    check (num_nonnulls(ad_id, company_id) = 1)
  )`,
  `create index search_change_of on search_change (transaction)`,
  // One row: a name that is new after a crash, and up to where changes have been deleted.
  `create unlogged table search_epoch (
    is_only boolean primary key default true check (is_only),
    epoch uuid not null default gen_random_uuid(),
    deleted_to xid8
  )`,

  `create function note_search_ad() returns trigger language plpgsql as $$
    begin
      insert into search_change (ad_id) values (case tg_op when 'DELETE' then old.id else new.id end);
      perform pg_notify('savari_search', '');
      return null;
    end $$`,
  `create trigger ad_searched after insert or delete on ad for each row execute function note_search_ad()`,
  `create trigger ad_searched_again after update on ad for each row when (${isChanged(AD_COLUMNS)}) execute function note_search_ad()`,

  `create function note_search_busy() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then insert into search_change (ad_id) values (old.ad_id); end if;
      if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.ad_id <> old.ad_id then
        insert into search_change (ad_id) values (new.ad_id);
      end if;
      perform pg_notify('savari_search', '');
      return null;
    end $$`,
  `create trigger busy_searched after insert on busy for each row when (new.status in (1, 2)) execute function note_search_busy()`,
  `create trigger busy_searched_without after delete on busy for each row when (old.status in (1, 2)) execute function note_search_busy()`,
  `create trigger busy_searched_again after update on busy for each row when (${isChanged(BUSY_COLUMNS)}) execute function note_search_busy()`,

  // New companies have no vehicles, and vehicles of deleted ones are deleted.
  `create function note_search_company() returns trigger language plpgsql as $$
    begin
      insert into search_change (company_id) values (new.id);
      perform pg_notify('savari_search', '');
      return null;
    end $$`,
  `create trigger company_searched after update on company for each row when (${isChanged(COMPANY_COLUMNS)}) execute function note_search_company()`,
]
