import { type Kysely, sql } from 'kysely'

/** What people write to each other, as tickets and as chats, and the files that go with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // A ticket or a chat room. Its customer is the account, or, of a room about a reservation, whoever holds the reservation's phone.
  `create table conversation (
    id text primary key check (length(id) >= 22),
    kind text not null check (kind in ('TICKET', 'CHAT')),
    department text check (department in ('SALES', 'FINANCIAL')),
    account_id text references account on delete cascade,
    reservation_id text references reservation on delete cascade,
    company_id int references company,
    subject text,
    status text check (status in ('OPEN', 'ANSWERED', 'CUSTOMER_REPLY', 'CLOSED')),
    -- The number of its newest message; whoever adds one increases it under the row's lock, so that the order has no gaps.
    last_seq int not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check (account_id is not null or reservation_id is not null),
    check ((kind = 'TICKET') = (status is not null)),
    check ((kind = 'TICKET') = (subject is not null)),
    check (department is not null or (kind = 'CHAT' and reservation_id is not null))
  )`,
  `create index conversation_account on conversation (account_id, updated_at desc)`,
  `create index conversation_reservation on conversation (reservation_id) where reservation_id is not null`,
  `create index conversation_company on conversation (company_id, updated_at desc) where company_id is not null`,
  `create index conversation_waiting on conversation (kind, updated_at desc)`,
  // One chat room of a department for a person, one for a reservation.
  `create unique index conversation_department_room on conversation (account_id, department)
    where kind = 'CHAT' and reservation_id is null`,
  `create unique index conversation_reservation_room on conversation (reservation_id) where kind = 'CHAT'`,
  `create table conversation_message (
    id bigint primary key generated always as identity,
    conversation_id text not null references conversation on delete cascade,
    seq int not null,
    -- Made by the sender's program: the same one sent again is the same message.
    client_id text not null check (length(client_id) between 1 and 64),
    sender text not null check (sender in ('CLIENT', 'ADMIN', 'AGENT')),
    -- Null when the account is erased, and for the demonstration's bot.
    account_id text references account on delete set null,
    body text not null,
    created_at timestamptz not null,
    edited_at timestamptz,
    unique (conversation_id, seq)
  )`,
  `create unique index conversation_message_client on conversation_message
    (conversation_id, sender, coalesce(account_id, ''), client_id)`,
  // How far each side has read.
  `create table conversation_read (
    conversation_id text not null references conversation on delete cascade,
    side text not null check (side in ('CUSTOMER', 'COMPANY', 'OPERATOR')),
    seq int not null,
    read_at timestamptz not null,
    primary key (conversation_id, side)
  )`,
  // An uploaded file; without a message it waits to be sent and is removed after a day.
  `create table attachment (
    id text primary key check (length(id) >= 22),
    account_id text references account on delete set null,
    purpose text not null check (purpose in ('TICKET', 'CHAT', 'AVATAR')),
    message_id bigint references conversation_message on delete cascade,
    name text not null,
    type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
    bytes int not null check (bytes between 1 and 10000000),
    width int, height int,
    file_key text not null unique,
    created_at timestamptz not null
  )`,
  `create index attachment_message on attachment (message_id) where message_id is not null`,
  `create index attachment_waiting on attachment (created_at) where message_id is null`,
  `create index attachment_account on attachment (account_id) where account_id is not null`,
]
