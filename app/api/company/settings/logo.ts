import { createHash } from 'node:crypto'
import { api, type Deps } from '#app/api/call/context.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { PICTURES_FOLDER } from '#app/api/company/fleet/pictures.ts'
import { processLogo } from '#app/providers/files/logo.ts'
import { LOGO_SIDES, logoName } from '#app/rules/text/logo.ts'

/**
 * Replaces the logo of a colour scheme; the same picture again changes nothing. Throws INVALID_FIELDS for a file that is no picture or
 * too large, and for a dark logo of a company without a usual one.
 */
export const setLogo = api.company.settings.setLogo.handler(async ({ input: { scheme, image }, context }) => {
  const { deps, company } = context
  const made = await readPicture(image, 'image', async (bytes) => {
    const hash = createHash('sha256').update(scheme).update(bytes).digest('hex')
    const key = `logo-${company}-${hash.slice(0, 8)}`
    return { key, pictures: await processLogo(bytes, key, scheme) }
  })
  for (const { name, bytes } of made.pictures) await deps.files.put(`${PICTURES_FOLDER}/${name}`, bytes)
  return replaceLogos(deps, company, (logos) => {
    if (scheme === 'LIGHT') return { ...logos, logo: made.key }
    if (!logos.logo) throw invalidFields({ image: ['logo_first'] })
    return { ...logos, logo_dark: made.key }
  }).catch(async (error: unknown) => {
    await removeFiles(deps, made.key)
    throw error
  })
})

/** The usual one takes the dark one with it. Repeating it changes nothing. */
export const removeLogo = api.company.settings.removeLogo.handler(({ input: { scheme }, context: { deps, company } }) =>
  replaceLogos(deps, company, (logos) => (scheme === 'DARK' ? { ...logos, logo_dark: null } : NO_LOGOS)),
)

type Logos = Record<'logo' | 'logo_dark', string | null>
const NO_LOGOS: Logos = { logo: null, logo_dark: null }

async function replaceLogos(deps: Deps, company: number, change: (logos: Logos) => Logos): Promise<Logos> {
  const { former, logos } = await inTransaction(deps.db, async (tx) => {
    const former = await tx
      .selectFrom('company')
      .select(['logo', 'logo_dark'])
      .where('id', '=', company)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const logos = change(former)
    await tx.updateTable('company').set(logos).where('id', '=', company).execute()
    return { former, logos }
  })
  for (const key of [former.logo, former.logo_dark])
    if (key && key !== logos.logo && key !== logos.logo_dark) await removeFiles(deps, key)
  deps.publish({ kind: 'pages' })
  return logos
}

async function removeFiles({ files }: Deps, key: string): Promise<void> {
  for (const side of LOGO_SIDES) await files.remove(`${PICTURES_FOLDER}/${logoName(key, side)}`)
}
