import { type Kysely, sql } from 'kysely'

/**
 * A payout that the bank returned is no line of a statement any more, as money that was recorded by mistake is none; and rent that was
 * given back counts as negative in the sum of what a line is. Source: *ours*.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create or replace function keep_matched_sum() returns trigger language plpgsql as $$
    declare line int := coalesce(new.line_id, old.line_id);
    begin
      update bank_line set (matched, why) = (
        select sum(coalesce(payout.amount,
          case when money.purpose in ('DEPOSIT_BACK', 'RENT_BACK') then -money.amount else money.amount end)), min(found.why)
        from bank_match found
        left join payout on payout.id = found.payout_id
        left join desk_money money on money.id = found.desk_money_id
        where found.line_id = line
      ) where id = line;
      return null;
    end $$`,
  `update bank_line line set matched = (
    select sum(coalesce(payout.amount,
      case when money.purpose in ('DEPOSIT_BACK', 'RENT_BACK') then -money.amount else money.amount end))
    from bank_match found
    left join payout on payout.id = found.payout_id
    left join desk_money money on money.id = found.desk_money_id
    where found.line_id = line.id)
    where exists (select from bank_match found join desk_money money on money.id = found.desk_money_id
      where found.line_id = line.id and money.purpose = 'RENT_BACK')`,
  `create function part_returned_payout() returns trigger language plpgsql as $$
    begin
      delete from bank_match where payout_id = new.id;
      return null;
    end $$`,
  `create trigger payout_parted after update of status on payout for each row
    when (new.status = 'RETURNED') execute function part_returned_payout()`,
  `delete from bank_match using payout where payout.id = bank_match.payout_id and payout.status = 'RETURNED'`,
]
