import { type Kysely, sql } from 'kysely'

/**
 * What happened to a company's things, for programs. Triggers write each event in the transaction of what it reports, so that none can
 * be forgotten or invented; `publishEvents` gives it its place in the order and the API's representation once that is committed. What
 * happens to one thing several times in a transaction is one event. Source: issue 20, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Changes of these columns of a vehicle are no change to its company: figures, the order of search, and prices. */
export const NOT_ITS_OWN: readonly string[] = [
  ...['p1', 'p3', 'p7', 'p14', 'p30', 's1', 's3', 's7', 's14', 's30', 'score', 'rating_sum', 'rating_count'],
  ...['pinned', 'pinned_paid', 'pinned_place', 'search', 'updated_at', 'was_offered'],
]

const STATEMENTS = [
  `create sequence event_position`,
  `create table event (
    -- Unguessable, and the same in every delivery.
    id text primary key default 'evt_' || replace(gen_random_uuid()::text, '-', ''),
    written bigint not null generated always as identity,
    -- Its place in the order in which events are read; null until it is published.
    position bigint unique,
    company_id int not null references company on delete cascade,
    type text not null,
    -- The id of what it is about.
    subject text not null,
    -- For what is forgotten together with it.
    reservation_id text references reservation on delete cascade,
    conversation_id text references conversation on delete cascade,
    at timestamptz not null,
    -- The request that caused it, and the key by which a program made that; null where time or a person did.
    request_id text,
    key_id int references api_key on delete set null,
    data jsonb,
    transaction xid8 not null default pg_current_xact_id(),
    check ((position is null) = (data is null)),
    unique (transaction, type, subject, company_id)
  )`,
  `create index event_of on event (company_id, position)`,
  `create index event_written on event (written) where position is null`,
  `create index event_at on event (at)`,
  `create index event_reservation on event (reservation_id)`,
  `create index event_conversation on event (conversation_id)`,

  // 'off' while the demonstration is loaded: it never happened.
  `create function note_event(company int, type text, subject text, at timestamptz, reservation text, conversation text)
    returns void language plpgsql as $$
    declare actor jsonb := nullif(current_setting('savari.actor', true), '')::jsonb;
    begin
      if company is null or current_setting('savari.events', true) = 'off' then return; end if;
      insert into event (company_id, type, subject, at, reservation_id, conversation_id, request_id, key_id)
        values (company, type, subject, at, reservation, conversation,
          coalesce(actor ->> 'request', nullif(current_setting('savari.request', true), '')), (actor ->> 'key')::int)
        on conflict do nothing;
      perform pg_notify('savari_events', '');
    end $$`,

  // A change that undoes the last one, or leaves the status, is reported as a change.
  `create function note_reservation_event() returns trigger language plpgsql as $$
    declare
      former text := (select status from reservation_event
        where reservation_id = new.reservation_id and id < new.id order by id desc limit 1);
      type text := case
        when new.ad_id is not null or former = new.status then 'changed'
        when new.status = 'CONFIRMED' and former in ('ACTIVE', 'COMPLETED') then 'changed'
        when new.status = 'ACTIVE' and former = 'COMPLETED' then 'changed'
        when new.status = 'AWAITING_PAYMENT' then 'held'
        when new.status = 'AWAITING_CONFIRMATION' then 'changed'
        when new.status = 'ACTIVE' then 'handed_over'
        when new.status = 'COMPLETED' then 'returned'
        else lower(new.status) end;
    begin
      perform note_event((select company_id from reservation where id = new.reservation_id), 'reservation.' || type,
        new.reservation_id, new.at, new.reservation_id, null);
      return null;
    end $$`,
  `create trigger reservation_event_noted after insert on reservation_event
    for each row execute function note_reservation_event()`,

  // What was paid for a reservation and not given back at once, by its customer and online.
  `create function note_payment() returns trigger language plpgsql as $$
    begin
      perform note_event((select company_id from reservation where id = new.reservation_id), 'payment.paid', new.id,
        coalesce(new.settled_at, now()), new.reservation_id, null);
      return null;
    end $$`,
  `create trigger payment_noted after insert or update of settled_as on payment for each row
    when (new.settled_as in ('RESERVATION', 'CHARGE', 'DEPOSIT')) execute function note_payment()`,
  `create function note_refund() returns trigger language plpgsql as $$
    begin
      perform note_event(new.company_id, 'payment.refunded', new.id, now(), new.id, null);
      return null;
    end $$`,
  `create trigger reservation_refund_noted after update of refunded on reservation for each row
    when (new.refunded > old.refunded) execute function note_refund()`,

  `create function note_charge() returns trigger language plpgsql as $$
    begin
      perform note_event((select company_id from reservation where id = new.reservation_id), 'charge.' || case new.status
        when 'ACCEPTED' then 'accepted' when 'DISPUTED' then 'disputed' else 'proposed' end,
        new.id, now(), new.reservation_id, null);
      return null;
    end $$`,
  `create trigger proposal_made_noted after insert on proposal for each row
    when (new.sent_at is not null and new.status in ('OPEN', 'ACCEPTED', 'DISPUTED')) execute function note_charge()`,
  `create trigger proposal_noted after update on proposal for each row
    when (new.status in ('ACCEPTED', 'DISPUTED') and new.status <> old.status
      or new.status = 'OPEN' and new.sent_at is not null and old.sent_at is null) execute function note_charge()`,

  `create function note_message() returns trigger language plpgsql as $$
    declare of conversation;
    begin
      select * into of from conversation where id = new.conversation_id;
      if of.kind = 'CHAT' then
        perform note_event(of.company_id, 'message.created', new.id::text, new.created_at, of.reservation_id, of.id);
      end if;
      return null;
    end $$`,
  `create trigger conversation_message_noted after insert on conversation_message
    for each row execute function note_message()`,

  noteVehicle(NOT_ITS_OWN),
  `create trigger ad_noted after insert or update on ad for each row execute function note_vehicle()`,
  `create function note_photo() returns trigger language plpgsql as $$
    declare vehicle int := coalesce(new.ad_id, old.ad_id);
    begin
      perform note_event((select company_id from ad where id = vehicle), 'vehicle.changed', vehicle::text, now(), null, null);
      return null;
    end $$`,
  `create trigger ad_photo_noted after insert or update or delete on ad_photo for each row execute function note_photo()`,

  // Of a company's own rules the subject is the company.
  `create function note_price_rule() returns trigger language plpgsql as $$
    declare rule price_rule := coalesce(new, old);
    begin
      perform note_event(rule.company_id, 'prices.changed', coalesce(rule.ad_id::text, 'company'), now(), null, null);
      return null;
    end $$`,
  `create trigger price_rule_noted after update or delete on price_rule for each row execute function note_price_rule()`,
  `create function note_price_season() returns trigger language plpgsql as $$
    declare rule price_rule;
    begin
      select * into rule from price_rule where id = coalesce(new.price_rule_id, old.price_rule_id);
      perform note_event(rule.company_id, 'prices.changed', coalesce(rule.ad_id::text, 'company'), now(), null, null);
      return null;
    end $$`,
  `create trigger price_season_noted after insert or update or delete on price_season
    for each row execute function note_price_season()`,

  // Those that a company enters: imported calendars are another program's.
  `create function note_block() returns trigger language plpgsql as $$
    declare block busy := coalesce(new, old);
    begin
      if block.kind = 'BLOCK' and block.source_id is null then
        perform note_event((select company_id from ad where id = block.ad_id), 'block.changed', block.ad_id::text, now(),
          null, null);
      end if;
      return null;
    end $$`,
  `create trigger busy_noted after insert or update or delete on busy for each row execute function note_block()`,

  `create function note_payout() returns trigger language plpgsql as $$
    begin
      perform note_event(new.company_id, 'payout.sent', new.id::text, coalesce(new.decided_at, now()), null, null);
      return null;
    end $$`,
  `create trigger payout_noted after update of status on payout for each row
    when (new.status = 'PAID' and old.status <> 'PAID') execute function note_payout()`,
]

/** Reports changes of a vehicle that are not in these columns, and of its prices. */
export function noteVehicle(notItsOwn: readonly string[]): string {
  const columns = notItsOwn.map((column) => `'${column}'`).join(', ')
  return `create or replace function note_vehicle() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or to_jsonb(new) - array[${columns}] <> to_jsonb(old) - array[${columns}] then
        perform note_event(new.company_id, 'vehicle.changed', new.id::text, now(), null, null);
      end if;
      if tg_op = 'UPDATE' and (new.p1, new.p3, new.p7, new.p14, new.p30) <> (old.p1, old.p3, old.p7, old.p14, old.p30) then
        perform note_event(new.company_id, 'prices.changed', new.id::text, now(), null, null);
      end if;
      return null;
    end $$`
}
