import { type Kysely, sql } from 'kysely'
import type { Deps } from '#app/api/call/context.ts'
import type { SERVICE_STATES, SITE_SERVICES } from '#app/contract/site.ts'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

type State = (typeof SERVICE_STATES)[number]
type Status = {
  checked_at: string
  services: { service: (typeof SITE_SERVICES)[number]; state: State }[]
  incident: string | null
}

/** The same as the alert on late messages (deploy/prometheus/alerts.yml). */
const MESSAGE_LATE_MS = 10 * MINUTE_MS
const MESSAGE_DOWN_MS = HOUR_MS
/** Banks are asked again each minute. */
const VERIFYING_LATE_MS = 15 * MINUTE_MS
/** Payments of so many people that failed in the last hour, and none that was paid, are the bank rather than their cards. */
const PEOPLE_WHO_FAIL = 5
/** The operators' page about what has happened: where they have published it, people find it. */
const INCIDENT_PAGE = 'incident'
/** A page that many people load again and again, while something does not work, must not make that worse. */
const KEEP_SECONDS = 10

const statusAt = remember(KEEP_SECONDS, (db, at) => siteStatus({ db, now: () => new Date(at) }))

/** The status of at most ten seconds ago, of one reading for all who ask. */
export function recentSiteStatus({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Status> {
  const step = KEEP_SECONDS * SECOND_MS
  return statusAt(db, new Date(Math.floor(now().getTime() / step) * step).toISOString())
}

/**
 * What of the site works, as far as the database knows: whether it takes writes, which messages wait, and whether banks settle. A
 * call that is answered at all has read it, so search works. Source: issue 21, D.
 */
export async function siteStatus({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Status> {
  const at = now()
  const [isReadOnly, messages, payment, incident] = await Promise.all([
    takesNoWrites(db),
    messagesState(db, at),
    paymentState(db, at),
    incidentPage(db, at),
  ])
  const written: State = isReadOnly ? 'DOWN' : 'OK'
  return {
    checked_at: at.toISOString(),
    services: [
      { service: 'search', state: 'OK' },
      { service: 'booking', state: written },
      { service: 'payment', state: isReadOnly ? 'DOWN' : payment },
      { service: 'messages', state: isReadOnly ? 'DOWN' : messages },
      { service: 'chat', state: written },
    ],
    incident,
  }
}

async function takesNoWrites(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is`.execute(db)
  return rows[0]?.is ?? true
}

async function messagesState(db: Kysely<DB>, at: Date): Promise<State> {
  const { oldest } = await db
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .select((of) => of.fn.min('created_at').as('oldest'))
    .where('delivery.status', '=', 'WAITING')
    .executeTakeFirstOrThrow()
  const waits = oldest ? at.getTime() - oldest.getTime() : 0
  return waits > MESSAGE_DOWN_MS ? 'DOWN' : waits > MESSAGE_LATE_MS ? 'LATE' : 'OK'
}

async function paymentState(db: Kysely<DB>, at: Date): Promise<State> {
  const before = (ms: number) => new Date(at.getTime() - ms)
  const [recent, unsettled] = await Promise.all([
    db
      .selectFrom('payment')
      .leftJoin('reservation', 'reservation.id', 'payment.reservation_id')
      .select((of) => [
        of.fn
          .count<number>(
            of.fn.coalesce('reservation.booked_by', 'reservation.phone', 'payment.wallet_owner', 'payment.id'),
          )
          .distinct()
          .filterWhere('payment.status', '=', 'FAILED')
          .as('people'),
        of.fn.countAll<number>().filterWhere('payment.status', '=', 'PAID').as('paid'),
      ])
      .where('payment.status', 'in', ['PAID', 'FAILED'])
      .where('payment.created_at', '>', before(HOUR_MS))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('payment')
      .select('id')
      .where('status', '=', 'VERIFYING')
      .where('created_at', '<', before(VERIFYING_LATE_MS))
      .limit(1)
      .executeTakeFirst(),
  ])
  if (recent.people >= PEOPLE_WHO_FAIL && recent.paid === 0) return 'DOWN'
  return unsettled ? 'LATE' : 'OK'
}

async function incidentPage(db: Kysely<DB>, at: Date): Promise<string | null> {
  const found = await db
    .selectFrom('page')
    .innerJoin('page_text', 'page_text.slug', 'page.slug')
    .select('page.slug')
    .where('page.slug', '=', INCIDENT_PAGE)
    .where('published', '<=', dateIn(HOME_ZONE, at))
    .where('withdrawn', '=', false)
    .executeTakeFirst()
  return found?.slug ?? null
}
