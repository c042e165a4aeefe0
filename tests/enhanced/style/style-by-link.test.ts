import { expect, type Page, test } from '@playwright/test'
import { looksOf } from '../../support/browser/looks.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { PUBLIC_PAGES } from '../../support/browser/public-pages.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

test.use({ extraHTTPHeaders: freshAddress() })

const START = '/login'
/** Pages that redirect to another site. */
const EXCEPT = [START, '/pages/contact/whatsapp']
const publicPages = Object.values(PUBLIC_PAGES).flatMap(([first]) => (first && !EXCEPT.includes(first) ? [first] : []))

test('a public page looks the same when reached by a link in the browser as when it is loaded', async ({ page }) => {
  test.slow()
  const some = publicPages.filter((_, nth) => IS_WHOLE || nth % 6 === 0)
  for (const path of some) await expectSameLooks(page, { from: START, to: path })
})

test('the voucher looks the same after the payment as when it is loaded', async ({ page, request }) => {
  const person = newcomer('fa')
  const trip = await reserveAs(request, 'fa', person)
  await startSignedIn(page, 'fa', person, `/payment?id=${trip.id}`)
  await expectSameLooks(page, { from: `/payment?id=${trip.id}`, to: `/voucher/${trip.id}` })
  const other = await page.context().newPage()
  await other.goto(`/payment?id=${trip.id}`)
  await page.goto(`/payment?id=${trip.id}`)
  await wake(page)
  await payHere(other, 'fa', true)
  await other.waitForURL(/\/voucher\//)
  await expectSameLooks(page, { to: `/voucher/${trip.id}` })
  await expectSameLooks(page, { from: '/profile/profile', to: `/voucher/${trip.id}` })
  await expectSameLooks(page, { from: '/profile/profile', to: `/profile/reservation/${trip.id}` })
  await expectSameLooks(page, { from: '/profile/profile', to: '/profile/ticketing' })
})

/**
 * Navigates in the browser to a page, from the first page or from the open one, and compares it with the loaded page.
 */
async function expectSameLooks(page: Page, { from, to }: { from?: string; to: string }) {
  if (from) {
    await page.goto(from)
    await wake(page)
  }
  await goOn(page, to)
  // A new page's content takes the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const reached = await settledLooks(page)
  await page.goto(page.url())
  if (await page.evaluate(() => document.querySelector('script[type="text/later"]') !== null)) await wake(page)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const loaded = new Set(await settledLooks(page))
  const kinds = new Set([...loaded].map(kindOf))
  // Some parts of a page exist only where scripts run.
  const common = reached.filter((look) => kinds.has(kindOf(look)))
  expect(common.length).toBeGreaterThan(10)
  expect(
    common.filter((look) => !loaded.has(look)),
    to,
  ).toEqual([])
}

/** Waits until nothing changes any more, because some parts are rendered a moment later. */
async function settledLooks(page: Page): Promise<string[]> {
  let looks = await looksOf(page, { hasWidths: false })
  await expect
    .poll(async () => {
      const before = looks
      looks = await looksOf(page, { hasWidths: false })
      return looks.join() === before.join()
    })
    .toBe(true)
  return looks
}

const kindOf = (look: string) => look.slice(0, look.lastIndexOf(' '))

/** Navigates as a link of the router does. */
async function goOn(page: Page, to: string) {
  await page.evaluate(async (path) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (path: string) => Promise<void> }
    }
    document.querySelector('main h1')?.toggleAttribute('data-before', true)
    await router.navigate(path)
  }, to)
  await expect(page.locator('[data-before]')).toHaveCount(0)
  await expect
    .poll(() =>
      page.evaluate(() => {
        const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
        return sheets.filter(({ sheet }) => !sheet).map(({ href }) => href)
      }),
    )
    .toEqual([])
}
