import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { bringToDesk } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

/**
 * Each request of a page (scripts, fragments, data, style, pictures) is lost however often it is sent, while all others arrive: the
 * page still shows its text and keeps what is typed. The sample loses every twentieth request.
 */
const EVERY = IS_WHOLE ? 1 : 20
const START = addDays(todayInTehran(), 41)

test.use({ locale: 'en-US' })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(IS_WHOLE ? 1_200_000 : 180_000)

test('a visitor’s pages show their text without any one of their requests', async ({ page, context }) => {
  for (const path of ['/en', '/en/rent/car?city=1061', `/en/book/car/62/${START}/${addDays(START, 4)}`])
    await loseEachRequest(page, context, path)
})

test('a customer’s pages show their text without any one of their requests', async ({ page, context, request }) => {
  const person = newcomer('en')
  const trip = await reserveAs(request, 'en', person)
  const payment = `/en/payment?id=${trip.id}`
  await startSignedIn(page, 'en', person, payment)
  await loseEachRequest(page, context, payment)
  await page.goto(payment)
  await wake(page)
  await payHere(page, 'en', true)
  await page.waitForURL(/\/voucher\//)
  for (const path of [
    `/en/voucher/${trip.id}`,
    `/en/profile/reservation/${trip.id}/change`,
    '/en/profile/ticketing',
    '/en/profile/ticketing/new',
  ])
    await loseEachRequest(page, context, path)
})

test('a hand-over’s page shows its text without any one of its requests', async ({ page, context, request }) => {
  const companyId = await makeCompany()
  const rented = await rentFrom(request, companyId)
  await bringToDesk(rented.id, 'CONFIRMED')
  await signInStaff(page, request, { companyId, desk: '/en/desk' })
  await loseEachRequest(page, context, `/en/desk/reservations/${rented.id}/hand-over`)
})

test('what is typed into a page whose texts never arrive is kept, also through a reload', async ({
  page,
  context,
  request,
}) => {
  const companyId = await makeCompany()
  const rented = await rentFrom(request, companyId)
  await bringToDesk(rented.id, 'CONFIRMED')
  await signInStaff(page, request, { companyId, desk: '/en/desk' })
  let tries = 0
  await context.route(/\/assets\/text\/.+\/common\.js/, (route) => {
    tries++
    return route.abort('connectionreset')
  })
  await page.goto(`/en/desk/reservations/${rented.id}/hand-over`)
  const odometer = page.locator('main [name=odometer]')
  await odometer.pressSequentially('48236')
  // After the third failure a page without input would be loaded anew.
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(3)
  await expect(odometer).toHaveValue('48236')
  await page.reload()
  await touch(page)
  await expect(odometer).toHaveValue('48236')
})

/** Opens a page as it is, and then once for each of its requests without that request. */
async function loseEachRequest(page: Page, context: BrowserContext, path: string) {
  const requested = new Set<string>()
  page.on('request', (one) => requested.add(one.url()))
  await page.goto(path)
  await touch(page)
  page.removeAllListeners('request')
  const heading = await page.getByRole('heading', { level: 1 }).first().innerText()
  const document = page.url()
  const others = [...requested].filter((url) => url !== document && url.startsWith(new URL(document).origin))
  expect(others.length, path).toBeGreaterThan(2)
  for (const [nth, lost] of others.entries()) {
    if (nth % EVERY !== 0) continue
    await test.step(`${path} without ${lost}`, async () => {
      await context.route(lost, (route) => route.abort('connectionreset'))
      await page.goto(path)
      const typed = await typeSomething(page)
      await touch(page)
      await expect(page.locator('.oops')).toHaveCount(0)
      expect(await page.getByRole('heading', { level: 1 }).first().innerText()).toBe(heading)
      if (typed) await expect(page.locator(`main [name="${typed.name}"]`).first()).toHaveValue(typed.value)
      await context.unroute(lost)
    })
  }
}

/** Touches the page, which makes it load its scripts; some of them may be blocked. */
async function touch(page: Page) {
  await page.mouse.move(2, 2)
  await page.mouse.move(3, 3)
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
}

/** Types into the first text field; returns the field's name and value. */
async function typeSomething(page: Page): Promise<{ name: string; value: string } | undefined> {
  const field = page.locator('main form').locator('input[type=text]:not([readonly]), textarea')
  const first = field.filter({ visible: true }).first()
  if ((await first.count()) === 0) return undefined
  await first.fill('Typed 1')
  return { name: (await first.getAttribute('name')) ?? '', value: await first.inputValue() }
}
