import { type Kysely, sql } from 'kysely'

/** A mailbox is subscribed once, under whichever of its tagged addresses (`name+tag@`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table newsletter_subscription add column mailbox text`,
  `update newsletter_subscription set mailbox = regexp_replace(email, '^([^+@]+)\\+[^@]*@', '\\1@')`,
  // Of several of one mailbox the one that gets issues stays, else the newest.
  `delete from newsletter_subscription where id in (
    select id from (
      select id, row_number() over (
        partition by mailbox
        order by (confirmed_at is not null and ended_at is null) desc, requested_at desc, id
      ) as place from newsletter_subscription
    ) ranked where place > 1)`,
  `alter table newsletter_subscription alter column mailbox set not null, add unique (mailbox)`,
]
