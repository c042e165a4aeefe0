import { hash } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { REFUSED_PHOTO_HEADER } from '#app/features/protocol/refused-photo-header.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { bringToDesk } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

const t = textFor('en', 'protocol')
const desk = textFor('en', 'desk')

/** Opens the form of a hand-over whose requests do not get through until `restore` is called. */
async function openWithoutLine(page: Page, context: BrowserContext, request: APIRequestContext) {
  await context.setExtraHTTPHeaders(freshAddress())
  const companyId = await makeCompany()
  const rented = await rentFrom(request, companyId)
  await bringToDesk(rented.id, 'CONFIRMED')
  await signInStaff(page, request, { companyId, desk: '/en/desk' })
  await page.goto(`/en/desk/reservations/${rented.id}/hand-over`)
  await wake(page)
  await page.clock.install()
  // The page itself is still served, because without a connection nothing could be reloaded. Its address has the id that the company knows.
  const sent = '**/en/desk/reservations/*/hand-over'
  await page.route(sent, (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  return { restore: () => page.unroute(sent) }
}

const PHOTOS = [
  ['FRONT', '#a00'],
  ['LEFT', '#0a0'],
] as const

async function choosePhotos(page: Page) {
  for (const [view, colour] of PHOTOS)
    await page.locator(`input[name="photo.${view}"]`).setInputFiles(await picture(view, colour))
  await expect(page.getByText(t('photosWait', { n: 2 }))).toBeVisible()
}

test('photos that were chosen during an outage are sent after a reload, without a press', async ({
  page,
  context,
  request,
}) => {
  const line = await openWithoutLine(page, context, request)
  await choosePhotos(page)
  await line.restore()
  let arrived = 0
  page.on('response', (answer) => {
    if (answer.status() === 201) arrived++
  })
  await page.reload()
  await expect.poll(() => arrived).toBe(2)
  await page.reload()
  await expect(page.getByRole('img', { name: new RegExp(t('view.FRONT')) })).toHaveCount(1)
  await expect(page.getByRole('img', { name: new RegExp(t('view.LEFT')) })).toHaveCount(1)
})

test('photos and the finished form of a hand-over wait on the device through a long outage and a reload, and arrive once', async ({
  page,
  context,
  request,
}) => {
  const line = await openWithoutLine(page, context, request)
  let finished = 0
  await page.getByLabel(t('fact.odometer')).fill('48236')
  await page.getByLabel(t('fact.handed_by')).fill('Leila')
  await page.getByRole('radio', { name: t('full') }).check({ force: true })
  await choosePhotos(page)
  await page.clock.runFor(60_000)
  await expect(page.getByText(t('photosWait', { n: 2 }))).toBeVisible()
  await page.getByRole('button', { name: t('finish.PICK_UP') }).click()
  await expect(page.getByText(t('pressWaits'))).toBeVisible()

  await page.reload()
  await expect(page.getByLabel(t('fact.odometer'))).toHaveValue('48236')
  await expect(page.getByText(t('pressWaits')).or(page.getByText(t('photosWait', { n: 2 })))).toBeVisible()

  await line.restore()
  page.on('request', (one) => {
    if (one.method() === 'POST' && (one.postData() ?? '').includes('finish')) finished++
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.clock.runFor(30_000)
  await expect(page.getByText(desk('act.hand_over.done'))).toBeVisible()
  await expect(page.getByRole('img', { name: new RegExp(t('view.FRONT')) })).toHaveCount(1)
  await expect(page.getByRole('img', { name: new RegExp(t('view.LEFT')) })).toHaveCount(1)
  expect(finished).toBe(1)
  // What the device computed before it sent them stands in the record.
  for (const [view, colour] of PHOTOS)
    await expect(page.getByText(hash('sha256', (await picture(view, colour)).buffer))).toHaveCount(1)
})

test('a photo that arrives as another file is sent again', async ({ page, context, request }) => {
  const line = await openWithoutLine(page, context, request)
  await choosePhotos(page)
  await line.restore()
  let damaged = 0
  await page.route('**/en/desk/reservations/*/hand-over', (route) => {
    if (route.request().method() !== 'POST' || damaged > 0) return route.continue()
    damaged++
    return route.fulfill({
      status: 422,
      headers: { [REFUSED_PHOTO_HEADER]: encodeURIComponent(JSON.stringify({ key: 'photo_differs' })) },
    })
  })
  let arrived = 0
  page.on('response', (answer) => {
    if (answer.status() === 201) arrived++
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(async () => {
    await page.clock.runFor(15_000)
    expect(arrived).toBe(2)
  }).toPass()
  expect(damaged).toBe(1)
})

async function picture(name: string, background: string) {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background } })
  return { name: `${name}.png`, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}
