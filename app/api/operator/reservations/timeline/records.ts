import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { Entry } from './timeline.ts'

/** The records of hand-over and return, also those that were undone. */
export async function protocols(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('protocol')
    .leftJoin('account', 'account.id', 'protocol.account_id')
    .select(['protocol.id', 'kind', 'done_at', 'undone_at', 'account.fullname as by'])
    .where('reservation_id', '=', reservation)
    .execute()
  return rows.map(({ id, kind, done_at, undone_at, by }) => ({
    what: 'PROTOCOL',
    at: done_at.toISOString(),
    ...{ id, kind, by },
    undone: undone_at !== null,
  }))
}

/** What the company asked of the customer. */
export async function charges(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('proposal')
    .select(['id', 'kind', 'amount', 'status', 'ticket_id', 'created_at', 'sent_at'])
    .where('reservation_id', '=', reservation)
    .where((where) => where.or([where('sent_at', 'is not', null), where('status', '=', 'DRAFT')]))
    .execute()
  return rows.map(({ id, kind, amount, status, ticket_id, created_at, sent_at }) => ({
    what: 'CHARGE',
    at: (sent_at ?? created_at).toISOString(),
    ...{ id, kind, amount, status, ticket: ticket_id },
  }))
}

/** The picture of the guarantee: the last one that was uploaded. */
export async function document(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('deposit_image')
    .leftJoin('account', 'account.id', 'deposit_image.account_id')
    .select(['uploaded_at', 'account.fullname as by'])
    .where('reservation_id', '=', reservation)
    .execute()
  return rows.map(({ uploaded_at, by }) => ({ what: 'DOCUMENT', at: uploaded_at.toISOString(), by }))
}

/** What the company's people noted for each other. */
export async function notes(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('reservation_note as note')
    .leftJoin('account', 'account.id', 'note.account_id')
    .select(['note.body', 'note.at', 'account.fullname as by'])
    .where('note.reservation_id', '=', reservation)
    .execute()
  return rows.map(({ at, body, by }) => ({ what: 'NOTE', at: at.toISOString(), body, by }))
}
