import { setTimeout as sleep } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import type { Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { AroundCall } from '#app/api/call/handle.ts'
import { scopeOfCall } from '#app/contract/call/scopes.ts'
import { CHANGED_PRICES, priceColumns, TEST_PRICES } from '#app/db/test-mode/load.ts'
import type { Scenario } from '#app/db/test-mode/scenarios.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { answerForCompany } from './answer-for-company.ts'
import { companyOfPayment, companyOfReservation, ownVehicles, playedBy } from './things.ts'

/** What a slow vehicle waits before each answer. Source: *ours*. */
const SLOW_MS = 8_000

const SEARCH = 'POST /business/rent/ad/search/'
const SEVERAL = 'POST /business/rent/ad/several/'
const OFFERS = 'GET /v2/offers/'
const PAYS = ['POST /gateway/pay/', 'POST /payments/pay/online/']
const VERIFY = 'POST /payments/pay/client_verify/'
const PRICE = 'POST /v2/rentals/{id}/price/'
const RESERVE = 'POST /v2/rentals/{id}/reserve/'

const OF_VEHICLE = [
  ...['GET /v2/rentals/{id}/', PRICE, RESERVE, 'GET /business/rent/ad/{id}/'],
  ...['GET /business/rent/ad/{id}/available_ranges/', 'GET /business/rent/ad/{id}/comments/'],
]
const OF_RESERVATION = [
  'GET /business/rent/ad/reserve/{id}/status/',
  'GET /business/rent/ad/reserve/{id}/transaction_code/',
  'PATCH /business/rent/ad/reserve/{id}/cancel/',
  'GET /business/rent/ad/reserve/{id}/refund-ways/',
  'GET /business/rent/ad/reserve/{id}/voucher/',
  'GET /business/rent/ad/reserve/{id}/parts/',
  'POST /business/rent/ad/reserve/{id}/parts/',
  'POST /business/rent/ad/reserve/{id}/end/price/',
  'POST /business/rent/ad/reserve/{id}/end/',
  'GET /quotes/{id}/',
  'POST /quotes/{id}/price/',
  'POST /quotes/{id}/accept/',
  'POST /quotes/{id}/decline/',
]
/** What is the same for all companies. */
const OF_NOBODY = [
  ...['GET /locations/', 'GET /provinces/', 'GET /cities/', 'GET /countries/', 'GET /currency/'],
  ...['GET /business/rent/cities/', 'GET /filters/', 'GET /vehicles/brands/'],
  ...['GET /business/rent/management/ad_types/', 'GET /business/rent/voucher_description/', 'GET /gateway/origins/'],
]
/** The calls of travellers that exist in test mode; all others but those of keys do not. */
const OF_TRAVELLERS = new Set([
  ...[SEARCH, SEVERAL, OFFERS, ...PAYS, VERIFY, 'GET /business/rent/companies/{id}/'],
  ...[...OF_VEHICLE, ...OF_RESERVATION, ...OF_NOBODY],
])

/**
 * What is different in test mode about each call: a key reaches travellers' calls, too, without a sign-in; it sees its company's
 * things alone; and vehicles play their scenarios. Throws NOT_FOUND for other calls and things. Source: issue 20, B.
 */
export function aroundTestCalls(deps: Deps, { slowMs = SLOW_MS }: { slowMs?: number } = {}): AroundCall {
  return async ({ name, input, context }, next) => {
    const { testCompany: company } = context
    if (company === undefined) throw errors.NOT_FOUND()
    if (!OF_TRAVELLERS.has(name)) {
      if (!scopeOfCall(name)) throw errors.NOT_FOUND()
      const output = await next(input)
      await answerForCompany(deps)
      return output
    }
    // The key says whose vehicles these are; who rents one is in the form.
    context.accessToken = undefined
    const fields = (input ?? {}) as Record<string, unknown>
    if (name === SEARCH) return next(withBody(fields, { company: [company] }))
    if (name === OFFERS) return next({ ...fields, company })
    if (name === SEVERAL) return next({ ...fields, ids: await ownVehicles(deps.db, company, fields.ids) })
    if (PAYS.includes(name)) await guard(companyOfReservation(deps.db, fields.transaction_id), company)
    if (name === VERIFY) await guard(companyOfPayment(deps.db, fields.ref_id), company)
    if (OF_RESERVATION.includes(name)) await guard(companyOfReservation(deps.db, fields.id), company)
    if (name === 'GET /business/rent/companies/{id}/' && Number(fields.id) !== company) throw errors.NOT_FOUND()
    const output = OF_VEHICLE.includes(name)
      ? await withVehicle({ name, fields, company, language: context.language }, next)
      : await next(input)
    if (name === VERIFY || name === RESERVE) await answerForCompany(deps)
    return output
  }

  async function withVehicle(
    { name, fields, company, language }: Asked,
    next: (input: unknown) => Promise<unknown>,
  ): Promise<unknown> {
    const vehicle = await playedBy(deps.db, fields.id)
    if (vehicle?.company !== company) throw errors.NOT_FOUND()
    const { id, scenario } = vehicle
    if (scenario === 'slow') await sleep(slowMs)
    if (scenario === 'unavailable' && (name === PRICE || name === RESERVE))
      throw new ORPCError('SERVICE_UNAVAILABLE', { message: textFor(language, 'errors')('unavailable') })
    const play = name === RESERVE ? RESERVING[scenario ?? 'free'] : undefined
    return play ? play(deps, { id, fields }, () => next(fields)) : next(fields)
  }
}

type Asked = { name: string; fields: Record<string, unknown>; company: number; language: Parameters<typeof textFor>[0] }
type Play = (
  deps: Deps,
  of: { id: number; fields: Record<string, unknown> },
  next: () => Promise<unknown>,
) => Promise<unknown>

const RESERVING: Partial<Record<Scenario, Play>> = { taken, 'price-changes': changePrice }

function withBody(fields: Record<string, unknown>, more: object) {
  return { ...fields, body: { ...(fields.body as object | undefined), ...more } }
}

async function guard(owner: Promise<number | undefined>, company: number): Promise<void> {
  if ((await owner) !== company) throw errors.NOT_FOUND()
}

/** Somebody else takes the vehicle, and gives it back afterwards: it is refused as it would be in earnest. */
async function taken({ db }: Deps, { id, fields }: Parameters<Play>[1], next: () => Promise<unknown>) {
  const start = Date.parse(String(fields.start_date))
  const end = Date.parse(String(fields.end_date))
  if (Number.isNaN(start) || Number.isNaN(end) || end < start) return next()
  const block = await db
    .insertInto('busy')
    .values({
      ...{ ad_id: id, kind: 'BLOCK', status: 2 },
      ...{ start_at: new Date(start - DAY_MS), end_at: new Date(end + 2 * DAY_MS) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  try {
    return await next()
  } finally {
    if (block) await db.deleteFrom('busy').where('id', '=', block.id).execute()
  }
}

/** The price rises before the reservation, and is the former again for the next one. */
async function changePrice({ db }: Deps, { id }: Parameters<Play>[1], next: () => Promise<unknown>) {
  await db
    .updateTable('ad')
    .set(priceColumns(CHANGED_PRICES))
    .where('id', '=', id)
    .where('p1', '=', TEST_PRICES.p1)
    .execute()
  const output = await next()
  await db.updateTable('ad').set(priceColumns(TEST_PRICES)).where('id', '=', id).execute()
  return output
}
