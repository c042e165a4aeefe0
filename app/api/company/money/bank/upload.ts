import { createHash } from 'node:crypto'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import {
  BANK_FILE_BYTES,
  type BankFile,
  type BankLine,
  type BankUnit,
  plainWords,
  UnreadableBankFile,
} from '#app/rules/money/bank/bank-line.ts'
import { matchLines } from '#app/rules/money/bank/match-lines.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { type BookedOf, openItems } from './booked.ts'
import { writeMatch } from './match.ts'

/** Around the days of open lines, in which the books are looked through. */
const AROUND = 16
/** A bank books a little ahead at most. */
const AHEAD_DAYS = 31
const AT_ONCE = 500
/** Open lines that are compared with the books: older or more ones are matched by hand. */
const OPEN_DAYS = 400
const OPEN_MAX = 4000

/** Adds the lines that are new, and matches all open ones. Throws INVALID_FIELDS for a file that cannot be read, and stores nothing of it. */
export const upload = api.company.money.bank.upload.handler(async ({ input: { file, unit, account }, context }) => {
  const { deps, company, person } = context
  if (file.size > BANK_FILE_BYTES) throw invalidFields({ file: ['bank_file_size'] })
  const bytes = await file.bytes()
  const found = await readOrRefuse(deps, bytes, unit)
  const read = { ...found, account: found.account ?? account ?? null }
  refuseFuture(read, addDays(deps.now().toISOString().slice(0, 10), AHEAD_DAYS))
  const of = { company, currency: read.currency }
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `bank ${company}`)
    const added = await store(tx, { read, company, by: person.id, name: file.name, bytes, now })
    const matched = await matchOpen(tx, of, now)
    return { currency: read.currency, lines: read.lines.length, added, matched }
  })
})

async function readOrRefuse({ readBankFile }: Deps, bytes: Uint8Array, unit: BankUnit): Promise<BankFile> {
  try {
    return await readBankFile(bytes, unit)
  } catch (error) {
    if (!(error instanceof UnreadableBankFile)) throw error
    throw invalidFields({ file: [error.key] }, { file: { n: error.line ?? 0 } })
  }
}

/** A mistyped year would make later days look complete. */
function refuseFuture({ lines, to }: BankFile, last: CalendarDate) {
  if (to <= last) return
  const at = lines.findIndex(({ on }) => on > last)
  throw invalidFields({ file: ['bank_file_entry'] }, { file: { n: Math.max(0, at) + 1 } })
}

interface Stored {
  read: BankFile
  company: number
  by: string
  name: string
  bytes: Uint8Array
  now: Date
}

/** How many of its lines are new. The same file again is not even a statement. */
async function store(tx: Tx, { read, company, by, name, bytes, now }: Stored): Promise<number> {
  const statement = await tx
    .insertInto('bank_statement')
    .values({
      ...{ company_id: company, account_id: by, name: plainWords(name, 120) || read.format, format: read.format },
      ...{ number: read.account, currency_id: CURRENCY_IDS[read.currency], sha256: sha256(bytes) },
      ...{ from_on: read.from, to_on: read.to, opening: read.opening, closing: read.closing },
      ...{ lines: read.lines.length, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!statement) return 0
  const rows = identified(read).map(({ line: { on, ...line }, identity }) => ({
    ...{ ...line, on_date: on, identity, company_id: company, statement_id: statement.id },
    currency_id: CURRENCY_IDS[read.currency],
  }))
  let added = 0
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('bank_line')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) => conflict.columns(['company_id', 'identity']).doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows ?? 0)
  }
  return added
}

/** Two equal lines of one day are two; a bank lists whole days, so the first of them is the first in every statement. */
function identified({ account, currency, lines }: BankFile): { line: BankLine; identity: string }[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { on, amount, reference, name, text } = line
    const facts = JSON.stringify([account, currency, on, amount, reference, name, text])
    const before = seen.get(facts) ?? 0
    seen.set(facts, before + 1)
    return { line, identity: sha256(`${facts} ${before}`) }
  })
}

const sha256 = (of: string | Uint8Array) => createHash('sha256').update(of).digest('hex')

async function matchOpen(tx: Tx, of: BookedOf, now: Date): Promise<number> {
  const rows = await tx
    .selectFrom('bank_line')
    .select(['id', 'on_date', 'amount', 'reference', 'name', 'text'])
    .where('company_id', '=', of.company)
    .where('currency_id', '=', CURRENCY_IDS[of.currency])
    .where('note', 'is', null)
    .where('by_hand', '=', false)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('bank_match').select('bank_match.id').whereRef('bank_match.line_id', '=', 'bank_line.id'),
        ),
      ),
    )
    .where('on_date', '>=', addDays(now.toISOString().slice(0, 10), -OPEN_DAYS))
    .orderBy('on_date', 'desc')
    .orderBy('id')
    .limit(OPEN_MAX)
    .execute()
  rows.reverse()
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return 0
  const days = { from: addDays(first.on_date, -AROUND), to: addDays(last.on_date, AROUND) }
  const found = matchLines(
    rows.map(({ id, on_date, amount, reference, name, text }) => ({
      ...{ id, on: on_date, amount, words: `${reference} ${name} ${text}` },
    })),
    await openItems(tx, of, days),
  )
  for (const { line, items, why } of found)
    for (const item of items) await writeMatch(tx, { line, item, why, by: null, now })
  return found.length
}
