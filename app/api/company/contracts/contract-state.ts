import { type Kysely, type Selectable, sql } from 'kysely'
import type { ApiContext, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { ContractEvent, Contract as ContractTable, DB } from '#app/db/connection/schema.ts'
import { furtherDriversOf } from '#app/db/further-driver.ts'
import { numberOf, type ReservationRow, statusAt } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { type ContractSide, changedFacts, filledText, inOneLine } from '#app/rules/reservation/contract-text.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import { fingerprintOf, templateInUse } from './contract-template.ts'
import { contractFacts, contractValues, type Papers } from './contract-values.ts'

export type ContractRow = Selectable<ContractTable>

const OPEN_IN: readonly ReservationStatus[] = ['CONFIRMED', 'ACTIVE']

/** Throws STATUS_CONFLICT where no contract can be made or signed: before a reservation is confirmed, and after its end. */
export function guardOpen(reservation: ReservationRow, now: Date): void {
  const status = statusAt(reservation, now)
  if (!OPEN_IN.includes(status)) throw errors.STATUS_CONFLICT({ data: { status } })
}

/** The contract of a reservation and its addenda, each in its latest revision. */
export function contractsOf(db: Kysely<DB>, reservation: string): Promise<ContractRow[]> {
  return db
    .selectFrom('contract')
    .distinctOn('addendum')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .orderBy('addendum')
    .orderBy('revision', 'desc')
    .execute()
}

/** `C-20418`, of an addendum `C-20418/1`. */
export function contractNumber({ number, addendum }: Pick<ContractRow, 'number' | 'addendum'>): string {
  return addendum === 0 ? `C-${number}` : `C-${number}/${addendum}`
}

/** What everybody sees of a reservation's contract who may see it; `fullname` as far as they see it. */
export async function contractState(
  db: Kysely<DB>,
  reservation: ReservationRow,
  { now, language, fullname = reservation.fullname }: { now: Date; language: Language; fullname?: string },
) {
  const [rows, signatures, place, drivers] = await Promise.all([
    contractsOf(db, reservation.id),
    db
      .selectFrom('contract_signature')
      .innerJoin('contract', 'contract.id', 'contract_id')
      .select(['contract_id', 'side', 'channel', 'name', 'drawing', 'at'])
      .where('reservation_id', '=', reservation.id)
      .orderBy('contract_signature.id')
      .execute(),
    db
      .selectFrom('city')
      .innerJoin('company', (join) => join.on('company.id', '=', reservation.company_id))
      .select(['city.zone', 'company.name'])
      .where('city.id', '=', reservation.city_id)
      .executeTakeFirstOrThrow(),
    furtherDriversOf(db, [reservation.id]),
  ])
  const templates = await versionsOf(db, rows)
  const last = rows.at(-1)
  return {
    reservation: { id: reservation.id, number: numberOf(reservation), fullname, zone: place.zone },
    company: wordingIn(language, place.name),
    contracts: rows.map((row) => ({
      ...{ id: row.id, number: contractNumber(row), addendum: row.addendum, revision: row.revision },
      ...{ language: row.language, template: templates.get(row.template_id) ?? null },
      ...{ text: row.text, sha256: row.sha256, is_whole: fingerprintOf(row.text) === row.sha256 },
      made_at: row.made_at.toISOString(),
      signatures: signatures
        .filter(({ contract_id }) => contract_id === row.id)
        .map(({ contract_id: _, at, ...signature }) => ({ ...signature, at: at.toISOString() })),
    })),
    is_outdated: last !== undefined && changedFacts(last.facts, contractFacts(reservation, drivers)).length > 0,
    is_open: OPEN_IN.includes(statusAt(reservation, now)),
    has_licence: Boolean(last?.licence),
  }
}

async function versionsOf(db: Kysely<DB>, rows: readonly ContractRow[]): Promise<Map<number | null, number>> {
  const ids = rows.flatMap(({ template_id }) => (template_id === null ? [] : [template_id]))
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('contract_template').select(['id', 'version']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, version }) => [id, version]))
}

/** Who does something with a contract: kept as evidence. */
export type Doing = Pick<ApiContext, 'clientAddress' | 'device'> & { account: string | null; at: Date }

/** Adds something to what is evidence of a contract. */
export async function noteEvent(
  tx: Tx,
  { contract, what, side, by }: { contract: string; what: ContractEvent['what']; side: ContractSide; by: Doing },
): Promise<void> {
  await tx
    .insertInto('contract_event')
    .values({
      ...{ contract_id: contract, what, side, at: by.at, account_id: by.account },
      ...{ network_address: by.clientAddress, device: (by.device ?? '').slice(0, 200) },
    })
    .execute()
}

/** The sides that have signed a contract. */
export async function sidesOf(db: Kysely<DB>, contract: string): Promise<ContractSide[]> {
  const rows = await db.selectFrom('contract_signature').select('side').where('contract_id', '=', contract).execute()
  return rows.map(({ side }) => side)
}

type Making = Papers & { language: Language; side: ContractSide; by: Doing }

/**
 * Makes the contract of a reservation, which is locked: the first one; anew until the customer signs, so that the company signs the new
 * text again; an addendum of what has changed since they did. The same again makes nothing. Throws STATUS_CONFLICT. Source: issue 19, B.
 */
export async function makeContract(tx: Tx, row: ReservationRow, { side, by, ...papers }: Making): Promise<ContractRow> {
  guardOpen(row, by.at)
  const made = await contractsOf(tx, row.id)
  const last = made.at(-1)
  const isSigned = last ? (await sidesOf(tx, last.id)).includes('CUSTOMER') : false
  const facts = contractFacts(row, await furtherDriversOf(tx, [row.id]))
  if (last && isSigned && changedFacts(last.facts, facts).length === 0) return last
  const first = made[0]
  const addendum = last ? last.addendum + (isSigned ? 1 : 0) : 0
  // An addendum is in the language of its contract.
  const language = addendum > 0 && first ? first.language : papers.language
  const number = first?.number ?? (await nextNumber(tx))
  const licence = papers.licence ?? last?.licence ?? null
  const vin = papers.vin ?? (last?.facts.vehicle === row.ad_id ? last.vin : null) ?? (await vinOf(tx, row.ad_id))
  const named = contractNumber({ number, addendum })
  const shown = await contractValues(tx, row, { language, number: named, licence, vin, now: by.at })
  const before = isSigned ? last : made.at(-2)
  const template = addendum === 0 ? await templateInUse(tx, row.company_id, language) : null
  const text = template
    ? filledText(template.text, shown)
    : addendumText({ language, named, shown, before: before!, facts })
  if (last && !isSigned && last.text === text && last.licence === licence && last.vin === vin) return last
  const contract = await tx
    .insertInto('contract')
    .values({
      ...{ id: publicId(), number, reservation_id: row.id, addendum, language, licence, vin, text },
      ...{ revision: last && !isSigned ? last.revision + 1 : 1, template_id: template?.id ?? null },
      ...{ sha256: fingerprintOf(text), facts: JSON.stringify(facts), shown: JSON.stringify(shown) },
      ...{ made_at: by.at, account_id: by.account },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteEvent(tx, { contract: contract.id, what: 'MADE', side, by })
  return contract
}

async function nextNumber(tx: Tx): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('contract_number')::int as number`.execute(tx)
  return rows[0]?.number ?? 0
}

/** The chassis number of a vehicle: as its company noted it, else the one that its last contract has. */
export async function vinOf(db: Kysely<DB>, ad: number): Promise<string | null> {
  const noted = await db.selectFrom('vehicle_details').select('vin').where('id', '=', ad).executeTakeFirst()
  if (noted?.vin) return noted.vin
  const found = await db
    .selectFrom('contract')
    .innerJoin('reservation', 'reservation.id', 'reservation_id')
    .select('vin')
    .where('reservation.ad_id', '=', ad)
    .where('vin', 'is not', null)
    .where(sql<boolean>`(contract.facts->>'vehicle')::int = ${ad}`)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.vin ?? null
}

/** The placeholders that say what a changed fact was and is. */
const SHOWN_BY = {
  vehicle: ['vehicle', 'plate'],
  start: ['start'],
  end: ['end'],
  receive: ['pickup.place'],
  return: ['return.place'],
  total: ['due'],
  deposit: ['deposit'],
  extras: ['second_driver', 'insurance'],
  drivers: ['second_driver'],
} as const

type Addendum = {
  language: Language
  named: string
  shown: ContractRow['shown']
  before: ContractRow
  facts: ContractRow['facts']
}

/** What has changed, before and now, and the whole bill. */
function addendumText({ language, named, shown, before, facts }: Addendum): string {
  const t = textFor(language, 'contract')
  const changed = changedFacts(before.facts, facts)
  const said = new Set<string>()
  const rows = changed.flatMap((name) =>
    SHOWN_BY[name].flatMap((value) => {
      if (before.shown[value] === shown[value] || said.has(value)) return []
      said.add(value)
      return [`${t(`changed.${name}`)} | ${inOneLine(before.shown[value])} | ${inOneLine(shown[value])}`]
    }),
  )
  const title = t('addendum.title', { number: named, contract: contractNumber({ ...before, addendum: 0 }) })
  return [
    title,
    `# ${t('addendum.changed')}`,
    `${t('addendum.what')} | ${t('addendum.before')} | ${t('addendum.now')}`,
    ...rows,
    `# ${t('addendum.price')}`,
    shown.bill,
    t('addendum.rest'),
  ].join('\n')
}
