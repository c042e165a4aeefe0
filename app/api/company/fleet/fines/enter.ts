import type { z } from 'zod'
import { api, type Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { FineFields, type FineRow } from '#app/contract/company/fleet/fines.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import type { Language } from '#app/rules/constants.ts'
import { type FineKind, plateKey } from '#app/rules/fleet/fine.ts'
import { parseDate } from '#app/rules/time/calendar-date.ts'
import { dateIn, instantOf } from '#app/rules/time/rental-time.ts'
import { columnsOf, matchAll } from './match.ts'
import { shownFine } from './read.ts'

type Typed = z.infer<typeof FineFields>
interface Notice extends Omit<Typed, 'fined_on' | 'fined_at'> {
  kind: FineKind
  at: Date
}

/** Enters a notice; the same one again answers the first. Throws INVALID_FIELDS for a time that has not come, or a plate without any letter or digit. */
export const enter = api.company.fleet.fines.enter.handler(async ({ input, context }) => {
  const { deps, language, company, person } = context
  const { zone } = await placeOf(deps, company)
  const checked = noticeOf(input, { zone, now: deps.now() })
  if ('wrong' in checked) throw invalidFields(checked.wrong)
  const { added, rows } = await store(deps, { company, by: person.id, notices: [checked.notice] })
  const id = added[0]?.id ?? (await knownId(deps.db, rows[0]!))
  return shownFine(deps.db, id, language)
})

/**
 * Enters the valid rows of a list, and says what is wrong in the others. Days may be written as people of the caller's language write
 * them.
 */
export const enterMany = api.company.fleet.fines.enterMany.handler(async ({ input, context }) => {
  const { deps, language, company, person } = context
  const { zone } = await placeOf(deps, company)
  const now = deps.now()
  const notices: Notice[] = []
  const refused: { row: number; fields: Record<string, string[]> }[] = []
  for (const [row, typed] of input.rows.entries()) {
    const read = FineFields.safeParse(withDays(typed, { language, today: dateIn(zone, now) }))
    const checked = read.success ? noticeOf(read.data, { zone, now }) : { wrong: errorsOf(read.error) }
    if ('wrong' in checked) refused.push({ row, fields: checked.wrong })
    else notices.push(checked.notice)
  }
  const { added } = await store(deps, { company, by: person.id, notices })
  const found = added.filter(({ match }) => match === 'FOUND').length
  return { added: added.length, found, known: notices.length - added.length, refused }
})

async function placeOf({ db }: Deps, company: number) {
  return db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .select('city.zone')
    .where('company.id', '=', company)
    .executeTakeFirstOrThrow()
}

function noticeOf(
  { fined_on, fined_at, ...typed }: Typed,
  { zone, now }: { zone: string; now: Date },
): { notice: Notice } | { wrong: Record<string, string[]> } {
  const at = instantOf(fined_on, fined_at.padStart('00:00'.length, '0'), zone)
  const wrong: Record<string, string[]> = {}
  if (fined_on > dateIn(zone, now)) wrong.fined_on = ['future']
  else if (at > now) wrong.fined_at = ['future']
  if (plateKey(typed.plate) === '') wrong.plate = ['characters']
  return Object.keys(wrong).length > 0 ? { wrong } : { notice: { ...typed, at } }
}

/** The row with its days in ISO form where they can be read. */
function withDays(row: z.infer<typeof FineRow>, { language, today }: { language: Language; today: string }) {
  const iso = (typed: string | undefined) => {
    const read = parseDate(typed, { calendar: calendarOf(language), today })
    return read.ok ? read.date : typed
  }
  return { ...row, fined_on: iso(row.fined_on), pay_by: iso(row.pay_by) }
}

function errorsOf({ issues }: z.ZodError): Record<string, string[]> {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ''), [message]]))
}

/** Stores the notices that are not known yet, with their rentals. */
async function store(
  { db, now }: Deps,
  { company, by, notices }: { company: number; by: string; notices: readonly Notice[] },
) {
  if (notices.length === 0) return { rows: [], added: [] }
  const [found, { currency_id }] = await Promise.all([
    matchAll(db, company, notices),
    db.selectFrom('company').select('currency_id').where('id', '=', company).executeTakeFirstOrThrow(),
  ])
  const rows = notices.map(({ kind, plate, at, what, notice, amount, pay_by }, index) => ({
    ...{ id: publicId(), company_id: company, kind, plate, plate_key: plateKey(plate), at, what, amount, currency_id },
    ...{ notice: notice ?? null, pay_by: pay_by ?? null, account_id: by, created_at: now() },
    ...columnsOf(found[index]),
  }))
  const added = await db
    .insertInto('fine')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'match'])
    .execute()
  return { rows, added }
}

interface Stored {
  company_id: number
  plate_key: string
  notice: string | null
  at: Date
  kind: FineKind
  amount: number
}

async function knownId(db: Deps['db'], { company_id, plate_key, notice, at, kind, amount }: Stored): Promise<string> {
  const known = await db
    .selectFrom('fine')
    .select('id')
    .where('company_id', '=', company_id)
    .where('plate_key', '=', plate_key)
    .$if(notice !== null, (query) => query.where('notice', '=', notice))
    .$if(notice === null, (query) =>
      query.where('notice', 'is', null).where('at', '=', at).where('kind', '=', kind).where('amount', '=', amount),
    )
    .executeTakeFirstOrThrow()
  return known.id
}
