import { type Kysely, sql } from 'kysely'

/**
 * How day prices change with the days and the booking, and what may be booked: of a company, or of one of its vehicles where
 * that has its own. Null says nothing. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table price_rule (
    id int primary key generated always as identity,
    company_id int not null references company,
    ad_id int references ad,
    -- Percents from Monday to Sunday.
    weekdays smallint[] check (cardinality(weekdays) = 7 and array_position(weekdays, null) is null
      and -90 <= all (weekdays) and 300 >= all (weekdays)),
    min_days smallint check (min_days between 1 and 365),
    max_days smallint check (max_days between 1 and 365),
    notice_hours smallint check (notice_hours between 0 and 2160),
    last_minute_days smallint check (last_minute_days between 0 and 30),
    last_minute_percent smallint check (last_minute_percent between 0 and 90),
    early_days smallint check (early_days between 1 and 365),
    early_percent smallint check (early_percent between 0 and 90),
    unique nulls not distinct (company_id, ad_id),
    check ((last_minute_days is null) = (last_minute_percent is null)),
    check ((early_days is null) = (early_percent is null)),
    check (min_days <= max_days)
  )`,
  `create unique index price_rule_ad on price_rule (ad_id) where ad_id is not null`,
  `create table price_season (
    id int primary key generated always as identity,
    price_rule_id int not null references price_rule,
    name text not null check (length(name) between 1 and 60),
    starts_on date not null,
    ends_on date not null,
    percent smallint not null check (percent between -90 and 300),
    min_days smallint check (min_days between 1 and 365),
    check (starts_on <= ends_on),
    constraint price_season_no_overlap exclude using gist (price_rule_id with =, daterange(starts_on, ends_on, '[]') with &&)
  )`,
  `select audit_table('price_rule')`,
  `select audit_table('price_season')`,
]
