import type { Kysely } from 'kysely'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { countIn, limit } from '#app/api/call/limits.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import {
  checkCountsUntil,
  IDENTITY_ASKS_A_DAY,
  type IdentityVerdict,
  isCheckable,
  mayAsk,
} from '#app/rules/identity/identity-check.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { guardCheckIn } from './check-in.ts'
import { digestOf, factsOf, identitiesOf } from './identity-rows.ts'
import { shownCheckIn } from './shown.ts'

/**
 * Has an inquiry service asked, with the traveller's consent, whether national id and mobile number belong together, and keeps the verdict.
 * Where an answer counts already nothing is asked. Throws NOT_FOUND where none can be asked for, TOO_MANY_REQUESTS, STATUS_CONFLICT.
 */
export const checkIdentity = api.reservations.checkIn.checkIdentity.handler(async ({ context }) => {
  const { deps, person, reservation } = context
  const { db, inquire } = deps
  const now = deps.now()
  guardCheckIn(reservation, now)
  if (!inquire || !isCheckable(reservation)) throw errors.NOT_FOUND()
  if (await isAskable(db, reservation, now)) {
    await limit(deps, `identity ${person.id}`, IDENTITY_ASKS_A_DAY, DAY_SECONDS)
    const asked = await begin(deps, reservation.id, now)
    if (asked) await keepAnswer(deps, asked, { verdict: await verdictOf(deps, asked), now })
  }
  return shownCheckIn(deps, reservation, now)
})

/** Until it is answered the question is a silent one, so that a process that ends, or a second click, asks no second time. */
function begin({ db }: Deps, id: string, now: Date): Promise<ReservationRow | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await lockReservation(tx, id)
    guardCheckIn(row, now)
    if (!(await isAskable(tx, row, now))) return undefined
    const asked = { verdict: 'SILENT', asked_at: now, valid_until: null, digest: digestOf(row) } as const
    await tx
      .insertInto('identity_check')
      .values({ reservation_id: id, ...asked })
      .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(asked))
      .execute()
    return row
  })
}

async function verdictOf(deps: Deps, { national_id, phone }: ReservationRow): Promise<IdentityVerdict> {
  const { inquire, settings, alert } = deps
  const count = await countIn(deps, 'identity', DAY_SECONDS)
  if (count > settings.inquiriesPerDay) {
    if (count === settings.inquiriesPerDay + 1) alert?.('identity inquiries are used up for today', { count })
    return 'SILENT'
  }
  const answer = await inquire?.({ nationalId: national_id, phone })
  if (!answer) return 'SILENT'
  if (answer.outcome !== 'silent') return answer.outcome === 'same' ? 'SAME' : 'NOT_SAME'
  const { reason, detail } = answer
  if (reason === 'auth' || reason === 'no_credit')
    alert?.('the inquiry service refuses our account', { reason, detail })
  return 'SILENT'
}

/** Keeps the answer of this question, unless phone or reservation have changed meanwhile. */
async function keepAnswer(
  { db }: Deps,
  row: ReservationRow,
  { verdict, now }: { verdict: IdentityVerdict; now: Date },
): Promise<void> {
  if (verdict === 'SILENT') return
  await db
    .updateTable('identity_check')
    .set({ verdict, valid_until: verdict === 'SAME' ? checkCountsUntil(dateIn(HOME_ZONE, now)) : null })
    .where('reservation_id', '=', row.id)
    .where('asked_at', '=', now)
    .where('verdict', '=', 'SILENT')
    .execute()
}

async function isAskable(db: Kysely<DB>, row: ReservationRow, now: Date): Promise<boolean> {
  const [known] = await identitiesOf(db, [row.id])
  return mayAsk(factsOf(known, row), now)
}
