import { type Kysely, sql } from 'kysely'

/**
 * A bank's line keeps what it is in the books, so that states are counted without looking at each match; and payments at desks are found
 * by their time. Source: *ours*.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table bank_line add column matched bigint, add column why text`,
  `create function keep_matched_sum() returns trigger language plpgsql as $$
    declare line int := coalesce(new.line_id, old.line_id);
    begin
      update bank_line set (matched, why) = (
        select sum(coalesce(payout.amount,
          case money.purpose when 'DEPOSIT_BACK' then -money.amount else money.amount end)), min(found.why)
        from bank_match found
        left join payout on payout.id = found.payout_id
        left join desk_money money on money.id = found.desk_money_id
        where found.line_id = line
      ) where id = line;
      return null;
    end $$`,
  `create trigger bank_match_sum after insert or delete on bank_match for each row execute function keep_matched_sum()`,
  `update bank_line line set (matched, why) = (
    select sum(coalesce(payout.amount,
      case money.purpose when 'DEPOSIT_BACK' then -money.amount else money.amount end)), min(found.why)
    from bank_match found
    left join payout on payout.id = found.payout_id
    left join desk_money money on money.id = found.desk_money_id
    where found.line_id = line.id)`,
  `create index desk_money_at on desk_money (at)`,
  `create index desk_money_undone on desk_money (undone_at) where undone_at is not null`,
]
