import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { changeState } from '#app/api/company/fleet/state.ts'
import type { STATE_ACTIONS } from '#app/contract/company/fleet/many.ts'
import { mayBecome, stateOfNumber } from '#app/rules/search/vehicle-state.ts'
import { type Chosen, chosenVehicles, lockChosen, shownChosen } from './chosen.ts'

const LEADS_TO = { pause: 'PAUSED', resume: 'OFFERED' } as const
type Action = (typeof STATE_ACTIONS)[number]

/** Nothing is changed. */
export const previewState = api.company.fleet.many.previewState.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const { ids, action } = input
  const vehicles = await chosenVehicles(deps.db, { company, ids, now: deps.now(), language })
  const changing = vehicles.filter((vehicle) => mayChange(vehicle, action))
  const staying = vehicles.filter((vehicle) => !mayChange(vehicle, action))
  return { changing: changing.map(shownChosen), staying: staying.map(shownChosen) }
})

/** Changes those that may change, all in one transaction; the others stay as they are. */
export const setState = api.company.fleet.many.setState.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  const { ids, action } = input
  const changed = await inTransaction(deps.db, async (tx) => {
    await lockChosen(tx, { company, ids })
    const vehicles = await chosenVehicles(tx, { company, ids, now: deps.now(), language })
    const changing = vehicles.filter((vehicle) => mayChange(vehicle, action))
    for (const vehicle of changing)
      await changeState(tx, vehicle, { to: LEADS_TO[action], by: 'COMPANY', now: deps.now() })
    return changing.length
  })
  deps.publish({ kind: 'pages' })
  return { changed, stayed: ids.length - changed }
})

function mayChange({ status }: Chosen, action: Action): boolean {
  return mayBecome('COMPANY', stateOfNumber(status), LEADS_TO[action])
}
