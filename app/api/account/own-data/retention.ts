import { type Kysely, sql } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { removeAfterCommit } from '#app/api/call/files/remove-files.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { forgetCustomers } from '#app/db/kept-customers.ts'
import { REFRESH_TOKEN_DAYS } from '#app/rules/constants.ts'
import { UNDER_WAY } from '#app/rules/money/payment/payment-status.ts'
import { HOLDING } from '#app/rules/reservation/reservation-status.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { eraseReservations, type Nameless, pseudonym } from './erase-reservations.ts'

const BATCH = 500
/** How long an account with an unproven number exists without a booking. Source: *ours*. */
const CLAIM_DAYS = 30
/** Messages to people are kept for three months. Source: *ours*. */
const NOTIFICATION_DAYS = 90
const NOTE = 'retention'

/**
 * Deletes data at the end of its retention period, at the first call of a day (UTC): after `logDays` the network addresses and devices
 * of sign-ins and bookings, after `invoiceYears` all personal data in reservations of people without an account. Amounts and the ledger stay. Companies' notes and blocks end with their own years. Safe to repeat and to run in several processes. Source: decisions.md, "Identity and access".
 */
export async function eraseOutdated(deps: Deps): Promise<void> {
  if (!(await isFirstToday(deps))) return
  const now = deps.now()
  const { invoiceYears, logDays } = deps.settings.retention
  await forgetNotifications(deps, new Date(now.getTime() - NOTIFICATION_DAYS * DAY_MS))
  await forgetTraces(deps, new Date(now.getTime() - logDays * DAY_MS))
  if (!deps.settings.smsAbroad) await endUnprovenClaims(deps, new Date(now.getTime() - CLAIM_DAYS * DAY_MS))
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - invoiceYears)
  await forgetPeople(deps, before)
  await forgetCustomers(deps.db, now)
}

async function isFirstToday({ db, now }: Deps): Promise<boolean> {
  const value = now().toISOString().slice(0, 10)
  const claimed = await db
    .insertInto('note')
    .values({ key: NOTE, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }).where('note.value', '<', value))
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

async function forgetNotifications({ db }: Deps, before: Date) {
  await db.deleteFrom('notification').where('created_at', '<', before).execute()
  // A browser that has been away for this long will not come back, and a signed-out one gets no messages.
  await db
    .deleteFrom('push_endpoint')
    .where((of) =>
      of.or([
        of('last_seen_at', '<', before),
        of('session_id', 'in', of.selectFrom('session').select('id').where('ended_at', 'is not', null)),
      ]),
    )
    .execute()
}

/** Keeps a reservation's network address while its hold lasts, and a device while it is signed in. */
async function forgetTraces({ db }: Deps, before: Date) {
  const lastUse = new Date(before.getTime() - REFRESH_TOKEN_DAYS * DAY_MS)
  await db
    .deleteFrom('session')
    .where((where) => where.or([where('ended_at', '<', before), where('used_at', '<', lastUse)]))
    .execute()
  const traced = db
    .selectFrom('reservation')
    .select('id')
    .where('network_address', '<>', '')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
  const forget = db.updateTable('reservation').set({ network_address: '' }).where('id', 'in', traced)
  while ((await forget.executeTakeFirst()).numUpdatedRows > 0n);
}

/**
 * Deletes accounts whose number no SMS has proven or could prove, once they are older than `before` and nothing was
 * booked with them: a mailbox alone must not occupy somebody else's number for ever. Its owner can sign in again.
 */
async function endUnprovenClaims({ db }: Deps, before: Date) {
  await db
    .deleteFrom('account')
    .where('role', '=', 'CLIENT')
    .where('phone_proven_at', 'is', null)
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservation')
            .select('reservation.id')
            .whereRef('reservation.phone', '=', 'account.phone')
            .whereRef('reservation.email', '=', 'account.email'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payment').select('payment.id').whereRef('payment.wallet_owner', '=', 'account.holder'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('wallet_correction').select('id').whereRef('account_id', '=', 'account.id'))),
    )
    .execute()
}

async function forgetPeople(deps: Deps, before: Date) {
  let last: Candidate | undefined
  do {
    const candidates = await readCandidates(deps.db, { before, after: last })
    await inTransaction(deps.db, (tx) => eraseDue(deps, tx, { candidates, before }))
    last = candidates[BATCH - 1]
  } while (last)
  await forgetWallets(deps.db, before)
  await deps.db
    .deleteFrom('phone_book')
    .where('created_at', '<', before)
    .where((where) =>
      where.not(where.exists(sql<boolean>`(select from account where account.phone = phone_book.phone)`)),
    )
    .execute()
}

type Candidate = { id: string; end_at: Date }

/** The old reservations after the last ones read, so that those that must stay are read once a day, not in each batch. */
function readCandidates(db: Kysely<DB>, { before, after }: { before: Date; after: Candidate | undefined }) {
  return db
    .selectFrom('reservation')
    .select(['id', 'end_at'])
    .where('erased_at', 'is', null)
    .where('end_at', '<', before)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(end_at, id) > (${after?.end_at}, ${after?.id})`))
    .orderBy('end_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function eraseDue(deps: Deps, tx: Tx, { candidates, before }: { candidates: Candidate[]; before: Date }) {
  const due = await readDue(tx, { ids: candidates.map(({ id }) => id), before })
  if (due.length === 0) return
  const nobodies = new Map(due.map(({ phone }) => [phone, isNobody(phone) ? phone : pseudonym()]))
  const reservations = due.map(({ id, phone }): Nameless => ({ id, phone: nobodies.get(phone) ?? pseudonym() }))
  const images = await eraseReservations(tx, { reservations, keepsInvoices: false })
  const ids = reservations.map(({ id }) => id)
  await tx.updateTable('reservation').set({ erased_at: deps.now() }).where('id', 'in', ids).execute()
  await removeAfterCommit(deps, tx, images)
}

/**
 * The old reservations that can be erased: no account has the phone, and its wallet is empty. One that the company
 * never closed keeps its driver, because its money is not divided yet.
 */
function readDue(tx: Tx, { ids, before }: { ids: string[]; before: Date }) {
  const underWay = sql`status in ${literalList(UNDER_WAY)}`
  return tx
    .selectFrom('reservation')
    .select(['id', 'phone'])
    .where('id', 'in', [...ids, ''])
    .where('status', 'not in', HOLDING)
    .where(
      sql<boolean>`not exists (select from payment where reservation_id = reservation.id
        and (${underWay} or coalesce(settled_at, payment.created_at) >= ${before}))`,
    )
    .where(
      sql<boolean>`not exists (select from invoice join payment on payment.id = invoice.payment_id
        where payment.reservation_id = reservation.id and invoice.issued_at >= ${before})`,
    )
    .where(
      sql<boolean>`not exists (select from deposit where reservation_id = reservation.id and way = 'ONLINE' and held > 0)`,
    )
    .where(
      sql<boolean>`not exists (select from reservation_event where reservation_id = reservation.id and at >= ${before})`,
    )
    .where(
      sql<boolean>`(phone like '+0%' or not exists ${accountOf('reservation.holder')} and not exists
        (select from ledger_account where kind = 'WALLET' and owner = reservation.holder and balance > 0))`,
    )
    .forUpdate()
    .skipLocked()
    .execute()
}

const accountOf = (holder: string) => sql<boolean>`(select from account where account.holder = ${sql.ref(holder)})`
const isNobody = (phone: string) => phone.startsWith('+0')

/** The phone of a wallet that is empty, and has been since the retention period began. Its movements stay. */
async function forgetWallets(db: Kysely<DB>, before: Date) {
  await sql`
    update ledger_account set owner = '+0' || lpad(floor(random() * 1e13)::bigint::text, 13, '0')
    where kind = 'WALLET' and balance = 0 and owner not like '+0%'
      and not exists ${accountOf('ledger_account.owner')}
      and not exists (select from reservation where holder = owner)
      and not exists (select from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id
        where account_id = ledger_account.id and at >= ${before})`.execute(db)
}
