import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { changeState } from '#app/api/company/fleet/state.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { titlesOf } from '#app/api/reservations/read/vehicle-title.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { stateOfNumber } from '#app/rules/search/vehicle-state.ts'
import { listingRows, readListing } from './listings.ts'

/**
 * Decides about one of a new company's first listings. Approving ends the first look: all that wait go on offer, and later ones do at
 * once. A refused one is paused with the reason, until the company has corrected it and offers it again. The company is notified.
 * Throws NOT_FOUND, and VEHICLE_STATE where it waits no longer. Source: issue 18.
 */
export const lookAtListing = api.operator.moderation.lookAtListing.handler(async ({ input, context }) => {
  const { deps, language } = context
  await inTransaction(deps.db, (tx) => look(deps, tx, input))
  deps.publish({ kind: 'pages' })
  return readListing(deps.db, input.id, language)
})

type Look = { id: number; decision: 'APPROVE' | 'REFUSE'; reason?: string | undefined }

async function look(deps: Deps, tx: Tx, { id, decision, reason = '' }: Look): Promise<void> {
  const { company_id } = (await tx.selectFrom('ad').select('company_id').where('id', '=', id).executeTakeFirst()) ?? {}
  if (company_id === undefined) throw errors.NOT_FOUND()
  // Before the vehicle, as whatever changes a fleet.
  await oneByOne(tx, `fleet ${company_id}`)
  const ad = await tx.selectFrom('ad').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!ad) throw errors.NOT_FOUND()
  if (stateOfNumber(ad.status) !== 'AWAITING_LOOK') throw errors.VEHICLE_STATE()
  if (reason) await giveReason(tx, reason)
  if (decision === 'APPROVE') {
    await tx.updateTable('company').set({ awaits_look: false }).where('id', '=', company_id).execute()
  } else {
    await changeState(tx, ad, { to: 'PAUSED', by: 'OPERATOR', now: deps.now(), reason })
  }
  const row = await listingRows(tx).where('ad.id', '=', id).executeTakeFirstOrThrow()
  await notify(deps, tx, {
    kind: decision === 'APPROVE' ? 'listingApproved' : 'listingRefused',
    ...{ company: company_id, vehicle: titlesOf(row), reason, path: `/desk/fleet/${id}` },
  })
}
