import { type Kysely, sql } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import type { TextError } from '#app/api/content/import/content-error.ts'
import { oneWriter } from '#app/api/content/import/edits.ts'
import { reportPlaceholders } from '#app/api/content/import/front-matter.ts'
import type { Targets } from '#app/api/content/import/link-targets.ts'
import { putText } from '#app/api/content/import/put-text.ts'
import { type ReadText, renderText } from '#app/api/content/import/render-text.ts'
import { filler } from '#app/api/content/shown-text.ts'
import { NAMES } from '#app/db/city-names.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { DRAFT_DAY, PLACEHOLDERS, type TextKind } from '#app/rules/text/content.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

const VERSIONS = 30

type Named = { kind: TextKind; slug: string; language: Language }
type Written = { title: string; description: string; body: string }

/** Throws NOT_FOUND for an unknown kind or slug. */
export const text = api.operator.texts.read.handler(({ input, context: { deps } }) => readText(deps, input))

/** Throws NOT_FOUND, and INVALID_FIELDS for forbidden content. */
export const previewText = api.operator.texts.preview.handler(async ({ input, context: { deps } }) => {
  const { language } = input
  await guardThere(deps.db, input)
  const { rendered, leadsNowhere } = await render(deps.db, { ...input, ...clean(input) })
  const fill = filler(deps.settings, language)
  const { title, description, html } = rendered
  return {
    title: fill.text(title),
    description: fill.text(description),
    html: fill.html(html),
    leads_nowhere: leadsNowhere,
  }
})

/**
 * Stores a version and shows it. A text that equals the file's follows the file again. Throws as the preview does, and
 * CHANGED_MEANWHILE if another version is shown than the edited one.
 */
export const changeText = api.operator.texts.change.handler(async ({ input, context: { deps, person } }) => {
  const { kind, slug, language, version } = input
  const named = { kind, slug, language }
  const written = clean(input)
  await guardThere(deps.db, named)
  const { rendered } = await render(deps.db, { ...named, ...written })
  const at = deps.now()
  const today = dateIn(HOME_ZONE, at)
  await inTransaction(deps.db, async (tx) => {
    await oneWriter(tx)
    const shown = await shownVersion(tx, named)
    if ((shown?.id ?? null) !== version) throw errors.CHANGED_MEANWHILE()
    if (shown && isSame(shown, written)) return
    const file = await latestFile(tx, named)
    if (file && isSame(file, written)) {
      await deleteEdit(tx, named)
    } else {
      await keepVersion(tx, { named, written, at, by: person.id })
    }
    await putText(tx, { kind, slug, text: rendered, today })
    await setUpdated(tx, named, today)
  })
  deps.publish({ kind: 'pages' })
  return readText(deps, named)
})

/** Writes a text of a new page or post. Throws INVALID_FIELDS for forbidden content. */
export async function writeText(deps: Deps, tx: Tx, { by, ...given }: Named & Written & { by: string }): Promise<void> {
  const { kind, slug, language } = given
  const named = { kind, slug, language }
  const written = clean(given)
  const { rendered } = await render(tx, { ...named, ...written })
  const at = deps.now()
  await keepVersion(tx, { named, written, at, by })
  await putText(tx, { kind, slug, text: rendered, today: dateIn(HOME_ZONE, at) })
}

type Version = { named: Named; written: Written; at: Date; by: string }

/** Stores an operator's version as the one that is shown. */
async function keepVersion(tx: Tx, { named, written, at, by }: Version): Promise<void> {
  const { id } = await tx
    .insertInto('text_version')
    .values({ ...named, ...written, at, edited_by: by, is_file: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteEdit(tx, named)
  await tx
    .insertInto('edited_text')
    .values({ ...named, version_id: id, edited_at: at })
    .execute()
}

/** Line ends as in files, however a browser sent them. */
function clean({ title, description, body }: Written): Written {
  return { title, description, body: body.replace(/\r\n?/g, '\n').trim() }
}

const isSame = (one: Written, other: Written) =>
  one.title === other.title && one.description === other.description && one.body === other.body

async function render(db: Kysely<DB>, { language, ...written }: Written & { language: Language }) {
  const wrong: { line: number; error: TextError }[] = []
  const leadsNowhere: string[] = []
  const error = (line: number, _: string, error?: TextError) => {
    if (error) wrong.push({ line, error })
  }
  const rendered: ReadText = renderText(
    { ...written, bodyLine: 1 },
    {
      language,
      targets: await targetsOf(db),
      error,
      warning: (_line, _message, warning) => leadsNowhere.push(warning?.values?.name ?? ''),
    },
  )
  reportPlaceholders(written.body.split('\n'), error)
  const first = wrong.sort((one, other) => one.line - other.line)[0]
  if (first) {
    const { key, values = {} } = first.error
    throw invalidFields({ body: [key] }, { body: { line: first.line, ...values } })
  }
  for (const field of ['title', 'description'] as const) {
    reportPlaceholders([written[field]], (_line, _message, found) => {
      if (found) throw invalidFields({ [field]: ['text_placeholder'] }, { [field]: { line: 1, ...found.values } })
    })
  }
  return { rendered, leadsNowhere: [...new Set(leadsNowhere)] }
}

async function targetsOf(db: Kysely<DB>): Promise<Targets> {
  const slugs = async (table: 'post' | 'page' | 'help_entry') =>
    new Set((await db.selectFrom(table).select('slug').execute()).map(({ slug }) => slug))
  const [posts, pages, help, cities] = await Promise.all([
    slugs('post'),
    slugs('page'),
    slugs('help_entry'),
    db
      .selectFrom('city')
      .select(['slug', ...NAMES])
      .execute(),
  ])
  return { posts, pages, help, cities }
}

/** When the text's page last changed, and whether people can read it. Throws NOT_FOUND if there is no such page. */
async function guardThere(db: Kysely<DB>, { kind, slug }: Pick<Named, 'kind' | 'slug'>) {
  const table = ({ page: 'page', help: 'help_entry', post: 'post' } as const)[kind as Exclude<TextKind, 'city'>]
  const row =
    kind === 'city'
      ? await db.selectFrom('city_text').select('updated').where('slug', '=', slug).limit(1).executeTakeFirst()
      : await db.selectFrom(table).select(['updated', 'withdrawn']).where('slug', '=', slug).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  return { updated: row.updated, withdrawn: 'withdrawn' in row && row.withdrawn === true }
}

async function setUpdated(tx: Tx, { kind, slug }: Named, updated: string): Promise<void> {
  if (kind === 'page') await tx.updateTable('page').set({ updated }).where('slug', '=', slug).execute()
  if (kind === 'post')
    await tx
      .updateTable('post')
      .set({ updated: sql<string>`greatest(${updated}::date, published)` })
      .where('slug', '=', slug)
      .execute()
}

function deleteEdit(tx: Tx, { kind, slug, language }: Named) {
  return tx
    .deleteFrom('edited_text')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('language', '=', language)
    .execute()
}

function versionsOf(db: Kysely<DB>, { kind, slug, language }: Named) {
  return db
    .selectFrom('text_version')
    .leftJoin('account', 'account.id', 'edited_by')
    .select(['text_version.id', 'title', 'description', 'body', 'at', 'is_file', 'edited_by', 'fullname'])
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('text_version.language', '=', language)
    .orderBy('text_version.id', 'desc')
}

const latestFile = (db: Kysely<DB>, named: Named) =>
  versionsOf(db, named).where('is_file', '=', true).limit(1).executeTakeFirst()

/** The operator's version, if it replaces the file's; otherwise the file's latest. */
async function shownVersion(db: Kysely<DB>, named: Named) {
  const edited = await db
    .selectFrom('edited_text')
    .select('version_id')
    .where('kind', '=', named.kind)
    .where('slug', '=', named.slug)
    .where('language', '=', named.language)
    .executeTakeFirst()
  if (!edited) return latestFile(db, named)
  return versionsOf(db, named).where('text_version.id', '=', edited.version_id).executeTakeFirst()
}

const PATHS: Record<TextKind, (slug: string) => string> = {
  page: (slug) => `/pages/${slug}`,
  help: (slug) => `/pages/help/${slug}`,
  post: (slug) => `/blog/${slug}`,
  city: (slug) => `/city/${slug}`,
}

/** Throws NOT_FOUND. */
export async function readText({ db, now: clock }: Pick<Deps, 'db' | 'now'>, { kind, slug, language }: Named) {
  const now = clock()
  const named = { kind, slug, language }
  const [{ updated, withdrawn }, publication, shown, versions, isThere] = await Promise.all([
    guardThere(db, named),
    publicationOf(db, named),
    shownVersion(db, named),
    versionsOf(db, named).limit(VERSIONS).execute(),
    hasText(db, named),
  ])
  return {
    ...named,
    path: withdrawn || !isPublic(publication, now) ? null : PATHS[kind](slug),
    updated: updated === DRAFT_DAY ? null : updated,
    publication,
    is_edited: shown !== undefined && !shown.is_file,
    title: shown?.title ?? '',
    description: shown?.description ?? '',
    body: shown ? shown.body : isThere ? null : '',
    version: shown?.id ?? null,
    placeholders: [...PLACEHOLDERS],
    versions: versions.map(({ id, at, is_file, edited_by, fullname, title, description, body }) => ({
      ...{ id, title, description, body },
      at: at.toISOString(),
      by: is_file ? null : (fullname ?? edited_by ?? ''),
    })),
  }
}

/** When a post or page is published, and by what related ones are found; null for other kinds. */
async function publicationOf(db: Kysely<DB>, { kind, slug }: Named) {
  if (kind !== 'post' && kind !== 'page') return null
  const post =
    kind === 'post'
      ? await db.selectFrom('post').select(['published', 'tags', 'cities']).where('slug', '=', slug).executeTakeFirst()
      : undefined
  const page =
    kind === 'page'
      ? await db.selectFrom('page').select('published').where('slug', '=', slug).executeTakeFirst()
      : undefined
  const file = await latestFileOf(db, { kind, slug })
  const published = post?.published ?? page?.published ?? DRAFT_DAY
  return {
    published: published === DRAFT_DAY ? null : published,
    tags: post?.tags ?? [],
    cities: post?.cities ?? [],
    is_of_file: file !== undefined,
  }
}

const latestFileOf = (db: Kysely<DB>, { kind, slug }: Pick<Named, 'kind' | 'slug'>) =>
  db
    .selectFrom('text_version')
    .select('id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('is_file', '=', true)
    .limit(1)
    .executeTakeFirst()

function isPublic(publication: { published: string | null } | null, now: Date): boolean {
  return publication === null || (publication.published !== null && publication.published <= dateIn(HOME_ZONE, now))
}

async function hasText(db: Kysely<DB>, { kind, slug, language }: Named): Promise<boolean> {
  const queries = {
    page: () => db.selectFrom('page_text').where('slug', '=', slug),
    city: () => db.selectFrom('city_text').where('slug', '=', slug),
    post: () =>
      db.selectFrom('post_text').where('post_id', 'in', db.selectFrom('post').select('id').where('slug', '=', slug)),
    help: () =>
      db
        .selectFrom('help_text')
        .where('entry_id', 'in', db.selectFrom('help_entry').select('id').where('slug', '=', slug)),
  }
  const query = queries[kind]() as ReturnType<typeof queries.page>
  return (await query.select('language').where('language', '=', language).executeTakeFirst()) !== undefined
}
