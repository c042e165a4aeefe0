import { type Kysely, sql } from 'kysely'

/**
 * What hangs on a reservation names its company, too, in its reference to it: a database that is divided by companies keeps both in
 * one part. The database fills it in. Charges, their drafts and payouts of wallets follow in 0940: the release before this
 * one reads them together with reservations and says only `company_id`. Each table is written once, about a minute for some million rows, while nobody reserves or pays.
 * Source: issue 21, C; docs/scale.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SET_COMPANY).execute(db)
  await giveCompany(db, { always: ALWAYS_OF_ONE, sometimes: SOMETIMES_OF_ONE })
  for (const [table, onDelete] of Object.entries(HAVE_COMPANY)) await sql.raw(reference(table, onDelete)).execute(db)
}

const CASCADE = 'on delete cascade'
/** By table, what becomes of its rows when the reservation is deleted. */
export const ALWAYS_OF_ONE = {
  reservation_event: CASCADE,
  discount_use: CASCADE,
  ad_rating: '',
  deposit_image: '',
  reservation_change: '',
  reservation_note: CASCADE,
  protocol_draft: CASCADE,
  protocol: CASCADE,
  protocol_photo: CASCADE,
  desk_money: '',
  calendar_conflict: CASCADE,
  open_rent: CASCADE,
  contract: '',
  quote: CASCADE,
  licence_check: CASCADE,
  arrival: CASCADE,
  rental_plan: CASCADE,
  key_box: CASCADE,
  driver_record: CASCADE,
  invoice_recipient: CASCADE,
  identity_check: CASCADE,
  further_driver: CASCADE,
  cheaper_offer: CASCADE,
  online_deposit: CASCADE,
}
export const SOMETIMES_OF_ONE = {
  payment: '',
  ledger_transaction: '',
  notification: CASCADE,
}
/** These had a company before; where it may be empty, their former reference stays. */
export const HAVE_COMPANY = {
  conversation: CASCADE,
  deposit: CASCADE,
  event: CASCADE,
  fine: 'on delete set null (reservation_id)',
}

/** The step before takes these locks, because both run in one transaction. */
export const LOCK_ALL = `lock table reservation, ad, busy, ${Object.keys({ ...SOMETIMES_OF_ONE, ...ALWAYS_OF_ONE, ...HAVE_COMPANY }).join(', ')}
  in access exclusive mode`

const SET_COMPANY = `create function set_company_of_reservation() returns trigger language plpgsql as $$
  begin
    if new.reservation_id is not null then
      new.company_id := coalesce((select company_id from reservation where id = new.reservation_id), new.company_id);
    end if;
    return new;
  end $$`

/**
 * Adds a company to tables and to their references to a reservation, by table with what becomes of its rows when that is deleted.
 * @param tables `always` those whose rows all belong to a reservation, `sometimes` those of which some do
 */
export async function giveCompany(
  db: Kysely<unknown>,
  { always, sometimes }: { always: Record<string, string>; sometimes: Record<string, string> },
): Promise<void> {
  for (const [table, onDelete] of Object.entries(always)) {
    await addCompany(db, table, 'not null default 0')
    await refer(db, table, onDelete)
  }
  for (const [table, onDelete] of Object.entries(sometimes)) {
    await addCompany(db, table, '')
    await refer(db, table, onDelete)
    // A reference with an empty part would not be checked.
    await sql
      .raw(
        `alter table ${table} add constraint ${table}_has_company check (reservation_id is null or company_id is not null)`,
      )
      .execute(db)
  }
}

async function addCompany(db: Kysely<unknown>, table: string, constraint: string) {
  for (const statement of [
    `alter table ${table} add column company_id int ${constraint}`,
    // Not a change that anybody made: neither the change log nor an event has it.
    `alter table ${table} disable trigger user`,
    `update ${table} set company_id = reservation.company_id from reservation where reservation.id = reservation_id`,
    `alter table ${table} enable trigger user`,
    `create trigger ${table}_of_company before insert or update of reservation_id on ${table}
      for each row execute function set_company_of_reservation()`,
  ])
    await sql.raw(statement).execute(db)
}

async function refer(db: Kysely<unknown>, table: string, onDelete: string) {
  await sql.raw(`alter table ${table} drop constraint ${table}_reservation_id_fkey`).execute(db)
  await sql.raw(reference(table, onDelete)).execute(db)
}

function reference(table: string, onDelete: string) {
  return `alter table ${table} add constraint ${table}_reservation foreign key (company_id, reservation_id)
    references reservation (company_id, id) ${onDelete} on update cascade`
}
