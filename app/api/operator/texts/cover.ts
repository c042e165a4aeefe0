import { createHash } from 'node:crypto'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { PICTURES_FOLDER } from '#app/api/company/fleet/pictures.ts'
import { oneWriter } from '#app/api/content/import/edits.ts'
import { processCover } from '#app/providers/files/cover.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { COVER_SIZES, type CoverSize, coverName, isCoverKey } from '#app/rules/text/cover.ts'
import { isOfFile } from './new-text.ts'

/**
 * Gives a post a picture, or changes what is said of it. Throws NOT_FOUND, and INVALID_FIELDS for a file that is no picture or too
 * large, for a missing picture, for a language of the post without words, and for a post that comes from a file.
 */
export const setCover = api.operator.texts.setCover.handler(async ({ input, context: { deps } }) => {
  const { slug, image, ...given } = input
  const post = await postOf(deps, slug)
  const alt = Object.fromEntries(
    LANGUAGES.flatMap((language) => (given[`alt_${language}`] ? [[language, given[`alt_${language}`]]] : [])),
  ) as Partial<Record<Language, string>>
  const missing = post.languages.filter((language) => alt[language] === undefined)
  const wrong = Object.fromEntries(missing.map((language) => [`alt_${language}`, ['required']]))
  const hasImage = image !== undefined && image.size > 0
  if (!hasImage && !isCoverKey(post.picture)) wrong.image = ['required']
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const made = hasImage
    ? await readPicture(image, 'image', async (bytes) => {
        const key = `cover-${post.id}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`
        return { key, pictures: await processCover(bytes, key) }
      })
    : undefined
  for (const { name, bytes } of made?.pictures ?? []) await deps.files.put(`${PICTURES_FOLDER}/${name}`, bytes)
  const picture = made?.key ?? post.picture
  await replaceCover(deps, { id: post.id, picture, alt })
  return { slug, picture, alt, is_of_file: false }
})

/** Repeating it changes nothing. Throws NOT_FOUND, and INVALID_FIELDS for a post that comes from a file. */
export const removeCover = api.operator.texts.removeCover.handler(async ({ input: { slug }, context: { deps } }) => {
  const { id } = await postOf(deps, slug)
  await replaceCover(deps, { id, picture: null, alt: null })
  return { slug, picture: null, alt: {}, is_of_file: false }
})

/** Throws NOT_FOUND. */
export const cover = api.operator.texts.cover.handler(async ({ input: { slug }, context: { deps } }) => {
  const row = await deps.db
    .selectFrom('post')
    .select(['picture', 'picture_alt'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const is_of_file = await isOfFile(deps.db, 'post', slug)
  return { slug, picture: row.picture, alt: row.picture_alt ?? {}, is_of_file }
})

async function postOf({ db }: Deps, slug: string) {
  const post = await db.selectFrom('post').select(['id', 'picture']).where('slug', '=', slug).executeTakeFirst()
  if (!post) throw errors.NOT_FOUND()
  if (await isOfFile(db, 'post', slug)) throw invalidFields({ image: ['text_of_file'] })
  const texts = await db.selectFrom('post_text').select('language').where('post_id', '=', post.id).execute()
  return { ...post, languages: texts.map(({ language }) => language as Language) }
}

type Cover = { id: number; picture: string | null; alt: Partial<Record<Language, string>> | null }

async function replaceCover({ db, files, publish }: Deps, { id, picture, alt }: Cover) {
  const former = await inTransaction(db, async (tx) => {
    await oneWriter(tx)
    const { picture: stored } = await tx
      .selectFrom('post')
      .select('picture')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('post')
      .set({ picture, picture_alt: alt && JSON.stringify(alt) })
      .where('id', '=', id)
      .execute()
    return stored
  })
  if (isCoverKey(former) && former !== picture) {
    for (const size of Object.keys(COVER_SIZES) as CoverSize[])
      await files.remove(`${PICTURES_FOLDER}/${coverName(former, size)}`)
  }
  publish({ kind: 'pages' })
}
