import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { answerPicture } from '#app/api/company/fleet/pictures.ts'
import { LOGO_BUDGETS, LOGO_SIDES, logoName } from '#app/rules/text/logo.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, agency } = await fiveIdentities(site)
const { settings } = agency.calls.company

afterEach(() => expect(site.reported).toEqual([]))

test('a logo is shown whole in both sizes within their bytes, until it is replaced or removed', async () => {
  const { logo } = await settings.setLogo({ image: await picture('#c33') })
  expect(logo).toMatch(/^logo-\d+-[0-9a-f]{8}$/)
  for (const side of LOGO_SIDES) {
    const answer = await pictureOf(logo, side)
    expect(answer.status).toBe(200)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.length).toBeLessThanOrEqual(LOGO_BUDGETS[side])
    expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side, format: 'webp' })
  }
  expect(await shown()).toEqual([logo, logo, logo])
  expect(await settings.setLogo({ image: await picture('#c33') })).toEqual({ logo, logo_dark: null })

  const { logo: other } = await settings.setLogo({ image: await picture('#3c3') })
  expect((await pictureOf(logo, 96)).status).toBe(404)
  expect(await shown()).toEqual([other, other, other])

  expect(await settings.removeLogo({})).toEqual({ logo: null, logo_dark: null })
  expect(await settings.removeLogo({})).toEqual({ logo: null, logo_dark: null })
  expect(await shown()).toEqual([null, null, null])
  expect((await pictureOf(other, 48)).status).toBe(404)
})

test('a dark logo is shown beside the usual one, on a dark square, and goes with it', async () => {
  const image = await picture('#c33')
  expect((await refusal(settings.setLogo({ image, scheme: 'DARK' }))).data).toMatchObject({
    fields: { image: ['logo_first'] },
  })
  const { logo } = await settings.setLogo({ image })
  expect(await visitor.companies.read({ id: String(TOMAN.company) })).not.toHaveProperty('logo_dark')
  const { logo_dark, ...usual } = await settings.setLogo({ image, scheme: 'DARK' })
  expect(usual).toEqual({ logo })
  expect(logo_dark).not.toBe(logo)
  const corner = async (key: string | null) => {
    const bytes = new Uint8Array(await (await pictureOf(key, 96)).arrayBuffer())
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return data[0] ?? 0
  }
  expect(await corner(logo)).toBeGreaterThan(200)
  expect(await corner(logo_dark)).toBeLessThan(60)
  const { company } = await visitor.ads.read({ id: TOMAN.ad })
  expect(company).toMatchObject({ logo, logo_dark })
  expect(await settings.removeLogo({ scheme: 'DARK' })).toEqual({ logo, logo_dark: null })
  expect((await pictureOf(logo_dark, 48)).status).toBe(404)
  await settings.setLogo({ image, scheme: 'DARK' })
  expect(await settings.removeLogo({})).toEqual({ logo: null, logo_dark: null })
  for (const key of [logo, logo_dark]) expect((await pictureOf(key, 48)).status).toBe(404)
})

test('a file that is no picture, empty, too large or of too many pixels is refused at its field', async () => {
  const refused = async (image: File) =>
    ((await refusal(settings.setLogo({ image }))).data as { fields: Record<string, string[]> }).fields.image
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  expect(await refused(new File([svg], 'logo.png', { type: 'image/png' }))).toHaveLength(1)
  expect(await refused(new File([], 'logo.png'))).toHaveLength(1)
  expect(await refused(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'logo.png'))).toHaveLength(1)
  expect(await refused(await picture('#333', 8000))).toHaveLength(1)
  expect((await settings.read({})).logo).toBeNull()
})

async function picture(background: string, side = 400): Promise<File> {
  const bytes = await sharp({ create: { width: side, height: Math.ceil(side * 0.9), channels: 3, background } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' })
}

const pictureOf = (key: string | null, side: 48 | 96) =>
  answerPicture(site.deps.files, `/pictures/${logoName(key ?? '', side)}`)

/** What the company's page, its vehicle's page and its settings show. */
async function shown() {
  const company = await visitor.companies.read({ id: String(TOMAN.company) })
  const ad = await visitor.ads.read({ id: TOMAN.ad })
  return [company.logo, ad.company.logo, (await settings.read({})).logo]
}
