import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { type Notice, notify } from '#app/api/notifications/notify.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { IS_WITH_US } from './queue.ts'

/** Who is at the screen has read a message by then. Source: *ours*. */
const AWAY_MS = 60_000
/** What comes in between is one notification after it. */
const QUIET_MS = 30 * MINUTE_MS

type Receiver = { receiver: string; account: string | null; company: number | null; n: number }

/**
 * Notifies operators who answer, and companies' people, of conversations that wait for them and that nobody on their side has
 * read: each receiver at most once in half an hour, with the number of all that wait, and only where one came to their queue since the last time.
 */
export async function notifyWaiting(deps: Deps): Promise<void> {
  const at = deps.now()
  const times = { ripe: new Date(at.getTime() - AWAY_MS), quiet: new Date(at.getTime() - QUIET_MS) }
  for (const due of [waitingForOperators(times), waitingForCompanies(times)]) {
    const { rows } = await due.execute(deps.db)
    for (const row of rows) await notifyOne(deps, row, { ...times, at })
  }
}

async function notifyOne(deps: Deps, { receiver, account, company, n }: Receiver, { quiet, at }: Times & { at: Date }) {
  const notice: Notice | undefined =
    account !== null
      ? { kind: 'inboxWaiting', account, n }
      : company !== null
        ? { kind: 'customersWaiting', company, n }
        : undefined
  await inTransaction(deps.db, async (tx) => {
    const claimed = await tx
      .insertInto('waiting_notice')
      .values({ receiver, told_at: at })
      .onConflict((conflict) =>
        conflict.column('receiver').doUpdateSet({ told_at: at }).where('waiting_notice.told_at', '<=', quiet),
      )
      .returning('receiver')
      .executeTakeFirst()
    if (claimed && notice) await notify(deps, tx, notice)
  })
}

/** A conversation that waits since before `ripe` counts; a receiver who was notified after `quiet` is left alone. */
type Times = { ripe: Date; quiet: Date }

function waitingForOperators({ ripe, quiet }: Times): RawBuilder<Receiver> {
  return sql<Receiver>`select account.id as receiver, account.id as account, null::int as company, count(*)::int as n
    from account
    join conversation on conversation.assigned_to is null or conversation.assigned_to = account.id
    left join waiting_notice as latest on latest.receiver = account.id
    where account.role = 'ADMIN' and account.operator_role in ('ALL', 'SUPPORT') and account.banned_at is null
      and ${IS_WITH_US} and ${isRipe({ ripe, quiet })}
    group by account.id, latest.told_at
    having ${hasNews(ripe, sql`('OPERATOR')`)}`
}

function waitingForCompanies({ ripe, quiet }: Times): RawBuilder<Receiver> {
  const receiver = sql`'company ' || conversation.company_id`
  return sql<Receiver>`select ${receiver} as receiver, null as account, conversation.company_id as company, count(*)::int as n
    from conversation
    left join waiting_notice as latest on latest.receiver = ${receiver}
    where not ${IS_WITH_US} and conversation.company_id is not null and ${isRipe({ ripe, quiet })}
    group by conversation.company_id, latest.told_at
    having ${hasNews(ripe, sql`('COMPANY', 'OPERATOR')`)}`
}

function isRipe({ ripe, quiet }: Times) {
  return sql`conversation.waiting_since <= ${ripe} and (latest.told_at is null or latest.told_at <= ${quiet})`
}

/** Whether one of them came to the queue since the last notification, which did not count the newest, and is unread on this side. */
function hasNews(ripe: Date, sides: RawBuilder<unknown>) {
  return sql`bool_or(conversation.queued_at <= ${ripe}
    and conversation.queued_at > coalesce(latest.told_at - make_interval(secs => ${AWAY_MS / 1000}), '-infinity')
    and not exists (select from conversation_read as read where read.conversation_id = conversation.id
      and read.side in ${sides} and read.seq >= conversation.last_seq))`
}
