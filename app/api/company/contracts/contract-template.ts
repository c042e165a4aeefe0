import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { WAS_ACCEPTED } from '#app/db/accepted.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { numberOf } from '#app/db/reservation.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { filledText, problemsOf, type TextProblem } from '#app/rules/reservation/contract-text.ts'
import { contractValues } from './contract-values.ts'

const CLAUSES = ['title', 'parties', 'vehicle', 'time', 'price', 'insurance', 'deposit', 'terms'] as const
/** How many former versions are listed. */
const VERSIONS_SHOWN = 20

/** The text of a company without one of its own. */
function defaultText(language: Language): string {
  const t = textFor(language, 'contract')
  return CLAUSES.map((clause) => t(`text.${clause}`)).join('\n\n')
}

/** The company's text in use in a language, with its version; the default text without either. */
export async function templateInUse(
  db: Kysely<DB>,
  company: number,
  language: Language,
): Promise<{ id: number | null; version: number | null; text: string }> {
  const found = await db
    .selectFrom('contract_template')
    .select(['id', 'version', 'text'])
    .where('company_id', '=', company)
    .where('language', '=', language)
    .where('published_at', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? { id: null, version: null, text: defaultText(language) }
}

/** The SHA-256 of a text, as it is signed. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** The text in a language: its draft, or what is in use. */
export const template = api.company.contracts.template.handler(async ({ input, context: { deps, company } }) =>
  templateOf(deps.db, company, input.language),
)

/** Keeps a draft, whatever is wrong with it; there is one for each language. */
export const saveTemplate = api.company.contracts.saveTemplate.handler(async ({ input, context }) => {
  const { deps, company, person } = context
  const { language } = input
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `contract text ${company} ${language}`)
    await write(tx, { company, language, text: input.text, account: person.id, at: deps.now(), published: false })
  })
  return templateOf(deps.db, company, language)
})

/**
 * Publishes a text as the next version, which takes the draft's place. Throws INVALID_FIELDS while it names something unknown, lacks what
 * the law asks for, or has tags; the same text twice is one version. Source: issue 19, B.
 */
export const publishTemplate = api.company.contracts.publishTemplate.handler(async ({ input, context }) => {
  const { deps, company, person } = context
  const { language, text } = input
  const problems = problemsOf(text)
  if (problems.length > 0) throw invalidFields({ text: [...new Set(problems.map(errorOf))] })
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `contract text ${company} ${language}`)
    const inUse = await templateInUse(tx, company, language)
    if (inUse.version !== null && inUse.text === text) return
    await write(tx, { company, language, text, account: person.id, at: deps.now(), published: true })
  })
  return templateOf(deps.db, company, language)
})

/** A text filled from the company's latest booking. */
export const previewTemplate = api.company.contracts.previewTemplate.handler(async ({ input, context }) => {
  const { deps, company } = context
  const { language, text } = input
  const latest = await deps.db
    .selectFrom('reservation')
    .selectAll()
    .where('company_id', '=', company)
    .where('erased_at', 'is', null)
    .where(WAS_ACCEPTED)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest) return { number: null, text }
  const made = { language, number: 'C-1', licence: null, vin: null, now: deps.now() }
  return { number: numberOf(latest), text: filledText(text, await contractValues(deps.db, latest, made)) }
})

const ERROR_KEYS = { unknown: 'text_unknown', tag: 'text_tag', missing: 'text_missing' } as const
const errorOf = ({ kind }: TextProblem) => ERROR_KEYS[kind]

type Written = {
  company: number
  language: Language
  text: string
  account: string
  at: Date
  published: boolean
}

async function write(db: Kysely<DB>, { company, language, text, account, at, published }: Written) {
  const own = { company_id: company, language }
  const { last } = await db
    .selectFrom('contract_template')
    .select((of) => of.fn.coalesce(of.fn.max('version'), of.val(0)).as('last'))
    .where('company_id', '=', company)
    .where('language', '=', language)
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const changed = { text, account_id: account, saved_at: at, ...(published && { published_at: at }) }
  const draft = await db
    .updateTable('contract_template')
    .set(changed)
    .where('company_id', '=', company)
    .where('language', '=', language)
    .where('published_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (draft) return
  await db
    .insertInto('contract_template')
    .values({ ...own, version: last + 1, ...changed })
    .execute()
}

async function templateOf(db: Kysely<DB>, company: number, language: Language) {
  const rows = await db
    .selectFrom('contract_template as template')
    .leftJoin('account', 'account.id', 'template.account_id')
    .select(['template.id', 'version', 'text', 'saved_at', 'published_at', 'account.fullname as by'])
    .select((of) =>
      of
        .selectFrom('contract')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('contract.template_id', '=', 'template.id')
        .as('contracts'),
    )
    .where('template.company_id', '=', company)
    .where('template.language', '=', language)
    .orderBy('version', 'desc')
    .limit(VERSIONS_SHOWN + 1)
    .execute()
  const draft = rows.find(({ published_at }) => published_at === null)
  const published = rows.flatMap(({ published_at, version, contracts }) =>
    published_at ? [{ version, published_at: published_at.toISOString(), contracts: contracts ?? 0 }] : [],
  )
  const inUse = await Promise.all(
    LANGUAGES.map(async (one) => ({ language: one, version: (await templateInUse(db, company, one)).version })),
  )
  return {
    language,
    text: rows[0]?.text ?? defaultText(language),
    draft: draft ? { version: draft.version, saved_at: draft.saved_at.toISOString(), by: draft.by } : null,
    versions: published.slice(0, VERSIONS_SHOWN),
    default_text: defaultText(language),
    languages: inUse,
  }
}
