import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { editableTexts, formatNotice } from '#app/api/notifications/texts.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { placeholdersOf } from '#app/i18n/text/compile-message.ts'
import type { Language } from '#app/rules/constants.ts'
import { sampleValues } from './template-samples.ts'

const VERSIONS = 30

export const templates = api.operator.settings.templates.handler(async ({ input: { language }, context: { deps } }) => {
  const rows = await deps.db
    .selectFrom('notice_text')
    .select(['key', 'text'])
    .where('language', '=', language)
    .execute()
  const edited = new Map(rows.map(({ key, text }) => [key, text]))
  const lines = [...editableTexts(language)].map(([key, shipped]) => ({
    key,
    text: edited.get(key) ?? shipped,
    is_edited: edited.has(key),
  }))
  return wholeList(lines)
})

/** Throws NOT_FOUND for an unknown key. */
export const template = api.operator.settings.template.handler(
  async ({ input: { key, language }, context: { deps } }) => readTemplate(deps.db, key, language),
)

/** Throws INVALID_FIELDS for an invalid message or an unknown placeholder. */
export const previewTemplate = api.operator.settings.previewTemplate.handler(
  async ({ input: { key, language, text } }) => ({
    preview: previewOf({ key, language, text, shipped: shippedOf(key, language) }),
  }),
)

/** Changes the text for future messages; waiting ones are formatted already. Throws as the preview does. */
export const changeTemplate = api.operator.settings.changeTemplate.handler(
  async ({ input, context: { deps, person } }) => {
    const { key, language } = input
    const shipped = shippedOf(key, language)
    // The shipped text is not stored as an edited one, because a later release may improve it.
    const text = input.text === shipped ? null : input.text
    if (text !== null) previewOf({ key, language, text, shipped })
    const edited_at = deps.now()
    await inTransaction(deps.db, async (tx) => {
      await oneByOne(tx, `template ${language} ${key}`)
      const current = await tx
        .selectFrom('notice_text')
        .select('text')
        .where('key', '=', key)
        .where('language', '=', language)
        .executeTakeFirst()
      if ((current?.text ?? null) === text) return
      if (text === null)
        await tx.deleteFrom('notice_text').where('key', '=', key).where('language', '=', language).execute()
      else
        await tx
          .insertInto('notice_text')
          .values({ key, language, text, edited_at })
          .onConflict((conflict) => conflict.columns(['key', 'language']).doUpdateSet({ text, edited_at }))
          .execute()
      await tx
        .insertInto('notice_text_version')
        .values({ key, language, text, edited_at, edited_by: person.id })
        .execute()
    })
    return readTemplate(deps.db, key, language)
  },
)

async function readTemplate(db: Kysely<DB>, key: string, language: Language) {
  const shipped = shippedOf(key, language)
  const own = await db
    .selectFrom('notice_text')
    .select('text')
    .where('key', '=', key)
    .where('language', '=', language)
    .executeTakeFirst()
  const versions = await db
    .selectFrom('notice_text_version')
    .leftJoin('account', 'account.id', 'edited_by')
    .select(['notice_text_version.id', 'text', 'edited_at', 'edited_by', 'fullname'])
    .where('key', '=', key)
    .where('notice_text_version.language', '=', language)
    .orderBy('notice_text_version.id', 'desc')
    .limit(VERSIONS)
    .execute()
  const text = own?.text ?? shipped
  return {
    ...{ key, language, shipped, text },
    is_edited: own !== undefined,
    placeholders: [...placeholdersOf(shipped).keys()],
    preview: safePreview({ key, language, text, shipped }),
    versions: versions.map(({ id, text, edited_at, edited_by, fullname }) => ({
      ...{ id, text },
      at: edited_at.toISOString(),
      by: fullname ?? edited_by,
    })),
  }
}

function shippedOf(key: string, language: Language): string {
  const shipped = editableTexts(language).get(key)
  if (shipped === undefined) throw errors.NOT_FOUND()
  return shipped
}

type Tried = { key: string; language: Language; text: string; shipped: string }

/** A release may remove placeholders that an old edited text uses: then the shipped text is sent, and shown here. */
function safePreview({ language, text, shipped }: Tried): string {
  const values = sampleValues(placeholdersOf(shipped), language)
  try {
    return formatNotice(text, language, values)
  } catch {
    return formatNotice(shipped, language, values)
  }
}

function previewOf({ language, text, shipped }: Tried): string {
  const known = placeholdersOf(shipped)
  let named: ReturnType<typeof placeholdersOf>
  try {
    named = placeholdersOf(text)
  } catch {
    throw invalidFields({ text: ['icu_syntax'] })
  }
  const unknown = [...named.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) throw invalidFields({ text: ['icu_unknown'] }, { text: { name: unknown } })
  // Without its code or its link the message would be useless.
  const needed = NEEDED.find((name) => known.has(name) && !named.has(name))
  if (needed) throw invalidFields({ text: ['icu_needed'] }, { text: { name: needed } })
  try {
    return formatNotice(text, language, sampleValues(known, language))
  } catch {
    throw invalidFields({ text: ['icu_syntax'] })
  }
}

const NEEDED = ['code', 'url', 'link'] as const
