import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { pendingChange } from '#app/api/reservations/change/changeable.ts'
import { extensionChoices, followingOf, shownQuote } from '#app/api/reservations/extension/quote-extension.ts'
import { lastExtension, shownExtension } from '#app/api/reservations/extension/shown-extension.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { gapOfVehicle } from '#app/db/prices/gap.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { NEEDED_PAPERS } from '#app/rules/fleet/due.ts'
import { nameForCompany } from '#app/rules/reservation/customer-seen.ts'
import { isExtendable } from '#app/rules/reservation/reservation-change.ts'
import { paymentsIn } from '#app/rules/reservation/staff-booking.ts'

/** What staff weigh when somebody asks for more time, or when they give it (*ours*). */
export const extension = api.company.reservations.extensions.extension.handler(async ({ context }) => {
  const { deps, reservation } = context
  const { db } = deps
  const { id, ad_id } = reservation
  const now = deps.now()
  const mayBe = isExtendable(reservation)
  const [last, pending, choices, following, gap, papers, ad] = await Promise.all([
    lastExtension(db, id),
    pendingChange(db, id, now),
    mayBe ? extensionChoices(db, { reservation, now, byStaff: true }) : [],
    followingOf(db, reservation, now),
    gapOfVehicle(db, ad_id),
    papersOf(db, ad_id),
    db.selectFrom('ad').select('plate').where('id', '=', ad_id).executeTakeFirstOrThrow(),
  ])
  return {
    last: last ? shownExtension(last, { now, booked: reservation.lines }) : null,
    choices,
    following: following && {
      ...{ from: following.from.toISOString(), latest: following.latest },
      reservation: following.reservation ? await nameOf(db, following.reservation) : null,
    },
    gap,
    papers,
    plate: ad.plate,
    payments: [...paymentsIn(currencyIn(reservation))],
    possible: mayBe && !pending,
    end_at: reservation.end_at.toISOString(),
  }
})

/** The price of a later return, for staff (*ours*). */
export const quoteExtension = api.company.reservations.extensions.quoteExtension.handler(
  async ({ input: { id: _, ...end }, context: { deps, reservation } }) => {
    if (!isExtendable(reservation)) throw errors.NOT_CHANGEABLE()
    return shownQuote(deps.db, { reservation, end, now: deps.now(), byStaff: true })
  },
)

async function nameOf(db: Kysely<DB>, id: string) {
  const { share_id, fullname, status } = await db
    .selectFrom('reservation')
    .select(['share_id', 'fullname', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id: share_id, fullname: nameForCompany({ fullname, status }) }
}

async function papersOf(db: Kysely<DB>, ad: number) {
  const rows = await db
    .selectFrom('vehicle_due')
    .select(['kind', 'due_on'])
    .where('ad_id', '=', ad)
    .where('kind', 'in', NEEDED_PAPERS)
    .where('done_on', 'is', null)
    .orderBy('kind')
    .execute()
  return rows.flatMap(({ kind, due_on }) =>
    due_on && (kind === 'INSURANCE' || kind === 'INSPECTION') ? [{ kind, until: due_on }] : [],
  )
}
