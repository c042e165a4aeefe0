import { hash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FIXED_VIEWS } from '#app/rules/reservation/protocol.ts'
import { signIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { confirmTrip } from '../../support/server/database/site-database.ts'
import { beginNow, layKey, prepareTrip } from '../../support/server/key-box.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

const t = textFor('en', 'keybox')
const protocol = textFor('en', 'protocol')
const [FIRST, SECOND] = FIXED_VIEWS

test('a traveller’s photos wait on the device without a connection and arrive once, each with its hash', async ({
  page,
  context,
  request,
}) => {
  await context.setExtraHTTPHeaders(freshAddress())
  const { id, customer } = await rentFrom(request, await makeCompany())
  await confirmTrip(id)
  await layKey(id, { place: 'Box 7', code: '7315' })
  await beginNow(id)
  await prepareTrip(id)
  await signIn(page, 'fa', customer, `/en/profile/reservation/${id}/key-box`)
  await wake(page)
  const main = page.getByRole('main')
  const choose = async (view: string, shade: number) => {
    await page.locator(`input[name="photo.${view}"]`).setInputFiles(await picture(view, shade))
  }

  await context.setOffline(true)
  await choose(FIRST, 10)
  await choose(SECOND, 20)
  await expect(main.getByText(protocol('photosWait', { n: 2 }))).toBeVisible()
  await main.getByRole('button', { name: t('photos.submit') }).click()
  await expect(main.getByText(protocol('photosWait', { n: 2 }))).toBeVisible()
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible()

  let arrived = 0
  page.on('response', (answer) => {
    if (answer.status() === 201) arrived++
  })
  await context.setOffline(false)
  await expect(main.locator('b').getByText(t('photosCount', { done: 2, all: 8 }))).toBeVisible()
  await expect(main.getByRole('img', { name: new RegExp(protocol(`view.${SECOND}`)) })).toHaveCount(1)
  expect(arrived).toBe(2)
  expect(await hashesOf(id)).toEqual(new Map([await hashed(FIRST, 10), await hashed(SECOND, 20)]))

  // A reload sends nothing again; the rest opens the box by itself.
  await page.reload()
  await wake(page)
  await page.locator(`input[name="photo.${FIRST}"]`).setInputFiles({
    ...{ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  })
  await expect(main.getByText(/words\.png.*was not accepted/)).toBeVisible()
  for (const [index, view] of FIXED_VIEWS.slice(2).entries()) await choose(view, 30 + 20 * index)
  await expect(main.getByRole('img', { name: t('codeSaid', { code: '7 3 1 5' }) })).toBeVisible()
  expect(arrived).toBe(FIXED_VIEWS.length)
})

async function picture(name: string, shade: number) {
  const background = { r: shade, g: shade, b: shade }
  const image = sharp({ create: { width: 64, height: 40, channels: 3, background } })
  return { name: `${name}.png`, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

async function hashed(view: string, shade: number) {
  return [view, hash('sha256', (await picture(view, shade)).buffer)] as const
}

/** By view, of the photos whose hash the device sent. */
async function hashesOf(reservation: string) {
  const db = await siteDatabase()
  const rows = await db
    .selectFrom('protocol_photo')
    .select(['view', 'source_sha256'])
    .where('reservation_id', '=', reservation)
    .where('hashed_by_device', '=', true)
    .execute()
  return new Map(rows.map(({ view, source_sha256 }) => [view, source_sha256]))
}
