import { type Kysely, sql } from 'kysely'

/**
 * The deposits of rentals, each added up by the database from the money of its desk: no code can forget it, or let more go than came. What
 * is a promise (a blocked amount, a cheque) is here as well, and not in the ledger. Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Days after a return within which the company gives deposits back; null: as everybody's.
  `alter table company add column deposit_back_days smallint check (deposit_back_days between 1 and 30)`,
  `create table deposit (
    reservation_id text primary key references reservation on delete cascade,
    company_id int not null references company,
    way text not null,
    -- Amounts in the minor unit of the reservation.
    taken bigint not null check (taken > 0),
    back bigint not null check (back >= 0),
    kept bigint not null check (kept >= 0),
    held bigint not null generated always as (taken - back - kept) stored check (taken - back - kept >= 0),
    taken_at timestamptz not null,
    closed_at timestamptz,
    -- As it was when the deposit was taken.
    back_days smallint not null,
    check ((closed_at is null) = (taken - back - kept > 0))
  )`,
  `create index deposit_held on deposit (company_id) where held > 0`,
  `create index deposit_of_company on deposit (company_id, closed_at desc) where held = 0`,
  `create function sum_deposit(of text) returns void language plpgsql as $$
    begin
      delete from deposit where reservation_id = of and not exists (select from desk_money m
        where m.reservation_id = of and m.purpose = 'DEPOSIT' and m.undone_at is null);
      insert into deposit (reservation_id, company_id, way, taken, back, kept, taken_at, closed_at, back_days)
        select of, r.company_id, s.way, s.taken, s.back, s.kept, s.taken_at,
          case when s.taken = s.back + s.kept then s.last_at end, coalesce(c.deposit_back_days, 7)
        from reservation r join company c on c.id = r.company_id cross join lateral (
          select (array_agg(m.way order by m.at, m.id) filter (where m.purpose = 'DEPOSIT'))[1] as way,
            coalesce(sum(m.amount) filter (where m.purpose = 'DEPOSIT'), 0)::bigint as taken,
            coalesce(sum(m.amount) filter (where m.purpose = 'DEPOSIT_BACK'), 0)::bigint as back,
            coalesce(sum(m.amount) filter (where m.purpose = 'CHARGE_FROM_DEPOSIT'), 0)::bigint as kept,
            min(m.at) filter (where m.purpose = 'DEPOSIT') as taken_at, max(m.at) as last_at
          from desk_money m where m.reservation_id = of and m.undone_at is null
            and m.purpose in ('DEPOSIT', 'DEPOSIT_BACK', 'CHARGE_FROM_DEPOSIT')) s
        where r.id = of and s.taken > 0
        on conflict (reservation_id) do update set way = excluded.way, taken = excluded.taken, back = excluded.back,
          kept = excluded.kept, taken_at = excluded.taken_at, closed_at = excluded.closed_at;
    end $$`,
  `create function sum_deposit_of_row() returns trigger language plpgsql as $$
    begin
      perform sum_deposit(new.reservation_id);
      return null;
    end $$`,
  `create trigger desk_money_deposit after insert or update on desk_money for each row
    when (new.purpose in ('DEPOSIT', 'DEPOSIT_BACK', 'CHARGE_FROM_DEPOSIT')) execute function sum_deposit_of_row()`,
  `select sum_deposit(reservation_id) from (select distinct reservation_id from desk_money where purpose = 'DEPOSIT') m`,
]
