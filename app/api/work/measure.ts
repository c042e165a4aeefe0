import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { DB } from '#app/db/connection/schema.ts'
import type { Measurement } from '#app/site.ts'

type Row = { label: string; value: number; oldest?: number | null }

/**
 * What whoever operates the product watches: what waits and for how long, whether the books balance, and the pool. Counts are
 * of what is open, so they stay small however old the database is. Source: issue 21, D.
 */
export async function measureProduct({ db, pool }: { db: Kysely<DB>; pool: pg.Pool }): Promise<Measurement[]> {
  const [jobs, deliveries, webhooks, payments, reservations, books, backups] = await Promise.all([
    jobsOf(db),
    rows(
      sql<Row>`
      select status as label, count(*)::int as value, extract(epoch from now() - min(created_at))::float as oldest
      from delivery join notification on notification.id = delivery.notification_id
      where status = 'WAITING' group by status`,
      db,
    ),
    rows(
      sql<Row>`
      select status as label, count(*)::int as value, extract(epoch from now() - min(next_at))::float as oldest
      from webhook_delivery where status = 'WAITING' group by status`,
      db,
    ),
    rows(
      sql<Row>`
      select status as label, count(*)::int as value, extract(epoch from now() - min(created_at))::float as oldest
      from payment where status in ('CREATED', 'REDIRECTED', 'VERIFYING') group by status`,
      db,
    ),
    rows(
      sql<Row>`
      select status as label, count(*)::int as value from reservation
      where status in ('AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE') group by status`,
      db,
    ),
    rows(
      sql<Row>`
      select 'day' as label, count(*)::int as value from (
        select from ledger_transaction as booked
        join ledger_entry as entry on entry.transaction_id = booked.id
        join ledger_account as account on account.id = entry.account_id
        where booked.at > now() - interval '1 day'
        group by booked.id, account.currency_id having sum(entry.amount) <> 0) as unbalanced`,
      db,
    ),
    rows(
      sql<Row>`
      select kind as label, extract(epoch from now() - max(ended_at))::float as value
      from backup_run where succeeded group by kind`,
      db,
    ),
  ])
  return [
    ...jobs.map(({ queue, state, value }) => ({
      ...{ name: 'savari_jobs', help: 'Jobs in the queue, by their state', labels: { queue, state }, value },
    })),
    ...waiting(
      'savari_messages_waiting',
      ['Messages to people that wait to be sent', 'Age of the oldest of them'],
      deliveries,
    ),
    ...waiting(
      'savari_webhooks_waiting',
      ['Deliveries to webhooks that wait', 'For how long the oldest is due'],
      webhooks,
    ),
    ...byLabel('savari_payments_open', 'Payments that have not ended', 'status', payments),
    ...payments.map(({ label, oldest }) => ({
      ...{ name: 'savari_payments_open_seconds', help: 'Age of the oldest of them', labels: { status: label } },
      value: oldest ?? 0,
    })),
    ...byLabel('savari_reservations_open', 'Reservations that have not ended', 'status', reservations),
    ...books.map(({ value }) => ({
      name: 'savari_ledger_unbalanced',
      help: 'Transactions of the ledger in the last 24 hours whose entries do not add up to 0; there must be none',
      value,
    })),
    ...byLabel(
      'savari_backup_age_seconds',
      'How long ago the last good backup, and the last good drill, ended',
      'kind',
      backups,
    ),
    ...['total', 'idle', 'waiting'].map((state) => ({
      name: 'savari_database_connections',
      help: 'Connections of the pool; waiting are those who want one',
      labels: { state },
      value: pool[`${state}Count` as 'totalCount'],
    })),
  ]
}

async function rows(query: { execute: (db: Kysely<DB>) => Promise<{ rows: Row[] }> }, db: Kysely<DB>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

function byLabel(name: string, help: string, label: string, counted: readonly Row[]): Measurement[] {
  return counted.map((row) => ({ name, help, labels: { [label]: row.label }, value: row.value }))
}

/** How many wait, and since when the oldest is due. */
function waiting(name: string, [help, since]: readonly [string, string], counted: readonly Row[]): Measurement[] {
  const value = counted.reduce((sum, row) => sum + row.value, 0)
  return [{ name, help, value }, oldestOf(`${name}_seconds`, since, counted)]
}

function oldestOf(name: string, help: string, counted: readonly Row[]): Measurement {
  return { name, help, value: Math.max(0, ...counted.map(({ oldest }) => oldest ?? 0)) }
}

/** The queue's own table, which is there once a process has started its jobs. */
async function jobsOf(db: Kysely<DB>): Promise<{ queue: string; state: string; value: number }[]> {
  const { rows: found } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(db)
  if (!found[0]?.is) return []
  const { rows: jobs } = await sql<{ queue: string; state: string; value: number }>`
    select name as queue, state::text as state, count(*)::int as value from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') group by name, state`.execute(db)
  return jobs
}
