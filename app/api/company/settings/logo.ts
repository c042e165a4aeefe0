import { createHash } from 'node:crypto'
import { api, type Deps } from '#app/api/call/context.ts'
import { readPicture } from '#app/api/call/files/read-picture.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { PICTURES_FOLDER } from '#app/api/company/fleet/pictures.ts'
import { processLogo } from '#app/providers/files/logo.ts'
import { LOGO_SIDES, logoName } from '#app/rules/text/logo.ts'

/** Replaces the logo; the same picture again changes nothing. Throws INVALID_FIELDS for a file that is no picture or too large. */
export const setLogo = api.company.settings.setLogo.handler(async ({ input: { image }, context }) => {
  const { deps, company } = context
  const made = await readPicture(image, 'image', async (bytes) => {
    const key = `logo-${company}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`
    return { key, pictures: await processLogo(bytes, key) }
  })
  for (const { name, bytes } of made.pictures) await deps.files.put(`${PICTURES_FOLDER}/${name}`, bytes)
  await replaceLogo(deps, company, made.key)
  return { logo: made.key }
})

/** Repeating it changes nothing. */
export const removeLogo = api.company.settings.removeLogo.handler(async ({ context: { deps, company } }) => {
  await replaceLogo(deps, company, null)
  return { logo: null }
})

async function replaceLogo({ db, files, publish }: Deps, company: number, logo: string | null) {
  const former = await inTransaction(db, async (tx) => {
    const { logo: stored } = await tx
      .selectFrom('company')
      .select('logo')
      .where('id', '=', company)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx.updateTable('company').set({ logo }).where('id', '=', company).execute()
    return stored
  })
  if (former && former !== logo) {
    for (const side of LOGO_SIDES) await files.remove(`${PICTURES_FOLDER}/${logoName(former, side)}`)
  }
  publish({ kind: 'pages' })
}
