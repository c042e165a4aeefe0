import { setTimeout as sleep } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { AroundCall } from '#app/api/call/handle.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { scopeOfCall } from '#app/contract/call/scopes.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { priceColumns } from '#app/db/test-mode/load.ts'
import type { Scenario } from '#app/db/test-mode/scenarios.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { TierPrices } from '#app/rules/money/price.ts'
import { answerForCompany } from './answer-for-company.ts'
import { companyOfPayment, companyOfReservation, ownVehicles, playedBy } from './things.ts'

/** What a slow vehicle waits before each answer. Source: *ours*. */
const SLOW_MS = 5_000

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
export function aroundTestCalls(
  deps: Deps,
  { report, slowMs = SLOW_MS }: { report: (error: unknown, requestId: string) => void; slowMs?: number },
): AroundCall {
  return async ({ name, input, context }, next) => {
    const { testCompany: company } = context
    if (company === undefined) throw errors.NOT_FOUND()
    if (!OF_TRAVELLERS.has(name)) {
      if (!scopeOfCall(name)) throw errors.NOT_FOUND()
      return next(input)
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
    if (name === 'GET /business/rent/companies/{id}/' && RowId.safeParse(fields.id).data !== company)
      throw errors.NOT_FOUND()
    const output = OF_VEHICLE.includes(name)
      ? await withVehicle({ name, fields, company, language: context.language }, next)
      : await next(input)
    if (name === VERIFY || name === RESERVE) await answerForCompany(deps, report, company)
    return output
  }

  async function withVehicle({ name, fields, company, language }: Asked, next: Next): Promise<unknown> {
    const vehicle = await playedBy(deps.db, fields.id)
    if (vehicle?.company !== company) throw errors.NOT_FOUND()
    const { id, scenario } = vehicle
    if (scenario === 'slow') await sleep(slowMs)
    if (scenario === 'unavailable' && (name === PRICE || name === RESERVE))
      throw new ORPCError('SERVICE_UNAVAILABLE', { message: textFor(language, 'errors')('unavailable') })
    const play = name === RESERVE ? RESERVING[scenario ?? 'free'] : undefined
    return play ? play(deps, { id, fields }, next) : next(fields)
  }
}

type Asked = { name: string; fields: Record<string, unknown>; company: number; language: Parameters<typeof textFor>[0] }
type Next = (input: unknown) => Promise<unknown>
type Play = (deps: Deps, of: { id: number; fields: Record<string, unknown> }, next: Next) => Promise<unknown>

const RESERVING: Partial<Record<Scenario, Play>> = { taken, 'price-changes': changePrice }

function withBody(fields: Record<string, unknown>, more: object) {
  return { ...fields, body: { ...(fields.body as object | undefined), ...more } }
}

async function guard(owner: Promise<number | undefined>, company: number): Promise<void> {
  if ((await owner) !== company) throw errors.NOT_FOUND()
}

/** A total that no rental has: it is compared after everything else in a form has been found right. */
const NO_TOTAL = 0

/** Goes through all checks of a reservation and makes none. Throws what is wrong with the form. */
async function checkForm({ fields }: Parameters<Play>[1], next: Next): Promise<void> {
  try {
    await next({ ...fields, shown_total: NO_TOTAL })
  } catch (error) {
    if (!isPriceChange(error)) throw error
  }
}

function isPriceChange(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'PRICE_CHANGED'
}

/** Somebody else is always faster. */
async function taken(_: Deps, of: Parameters<Play>[1], next: Next): Promise<never> {
  await checkForm(of, next)
  throw errors.VEHICLE_TAKEN()
}

/**
 * Against a total that was shown, the price rises before the reservation; with the new total it is accepted, and is the former
 * again afterwards. The former prices are kept in a note meanwhile.
 */
async function changePrice({ db }: Deps, of: Parameters<Play>[1], next: Next) {
  const { id, fields } = of
  if (fields.shown_total === undefined) return next(fields)
  await checkForm(of, next)
  await inTransaction(db, (tx) => raisePrices(tx, id))
  try {
    const output = await next(fields)
    await inTransaction(db, (tx) => restorePrices(tx, id))
    return output
  } catch (error) {
    if (!isPriceChange(error)) await inTransaction(db, (tx) => restorePrices(tx, id))
    throw error
  }
}

const noteOf = (id: number) => `test price ${id}`
const RAISED_PERCENT = 120

async function raisePrices(tx: Tx, id: number): Promise<void> {
  await sql`select set_config('savari.events', 'off', true)`.execute(tx)
  const { p1, p3, p7, p14, p30 } = await tx
    .selectFrom('ad')
    .select(['p1', 'p3', 'p7', 'p14', 'p30'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const former = { p1, p3, p7, p14, p30 }
  const noted = await tx
    .insertInto('note')
    .values({ key: noteOf(id), value: JSON.stringify(former) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!noted) return
  const raised = Object.entries(former).map(([tier, price]) => [tier, Math.round((price * RAISED_PERCENT) / 100)])
  await tx
    .updateTable('ad')
    .set(priceColumns(Object.fromEntries(raised) as TierPrices))
    .where('id', '=', id)
    .execute()
}

async function restorePrices(tx: Tx, id: number): Promise<void> {
  await sql`select set_config('savari.events', 'off', true)`.execute(tx)
  const noted = await tx.deleteFrom('note').where('key', '=', noteOf(id)).returning('value').executeTakeFirst()
  if (!noted) return
  const former = JSON.parse(noted.value) as TierPrices
  await tx.updateTable('ad').set(priceColumns(former)).where('id', '=', id).execute()
}
