import { expect, type Page, test } from '@playwright/test'
import { axeErrors, brokenWords, sidewaysPixels, wordsSticking } from '../../support/browser/accessible.ts'
import { DESK_COMPANY, deskPages } from '../../support/browser/desk-pages.ts'
import { HEIGHT } from '../../support/browser/looking.ts'
import { IS_WHOLE, NARROW } from '../../support/browser/matrix.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeAgent, makeOperator } from '../../support/server/database/site-database.ts'

/** Long, because there are many pages and the machine may be busy; this measures no times. */
test.describe.configure({ timeout: 900_000 })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

test('axe finds nothing on any screen of the company desk, and the keyboard reaches everything', async ({
  page,
  request,
}) => {
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeAgent(person.sentTo, DESK_COMPANY)
  await startSignedIn(page, 'fa', person, '/desk')
  await walk(page, 'desk', person.sentTo)
})

test('axe finds nothing on any screen of the operators, and the keyboard reaches everything', async ({
  page,
  request,
}) => {
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeOperator(person.sentTo)
  await startSignedIn(page, 'fa', person, '/operator')
  await walk(page, 'operator', person.sentTo)
})

/** Opens every page below an address. In the sample, keyboard and narrow screen are tried on every eighth page. */
async function walk(page: Page, under: 'desk' | 'operator', self: string) {
  for (const [nth, { address, file }] of (await deskPages(under, self)).entries()) {
    await test.step(address, async () => {
      const answer = await page.goto(address)
      // Such a page answers 409 when its action is no longer possible.
      expect.soft([200, 409], `${address} (${file})`).toContain(answer?.status())
      await page.waitForLoadState('load')
      expect.soft(await axeErrors(page), address).toEqual([])
      if (IS_WHOLE || nth % 8 === 0) expect.soft(await unreached(page), `${address}: the keyboard`).toEqual([])
      if (!IS_WHOLE && nth % 8 !== 4) return
      expect.soft(await brokenOnPhone(page), `${address}: words on a phone`).toEqual([])
      if (under === 'desk') {
        expect.soft(await wrongOnNarrowest(page), `${address}: on the narrowest screen`).toEqual([])
      }
    })
  }
}

/** Words that break across lines on a phone. */
async function brokenOnPhone(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const broken = await brokenWords(page)
  if (before) await page.setViewportSize(before)
  return broken
}

/** By how many pixels the page scrolls sideways, and the words that stick out. */
async function wrongOnNarrowest(page: Page): Promise<(string | number)[]> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: NARROW, height: HEIGHT })
  const sideways = await sidewaysPixels(page)
  const found = [...(sideways ? [sideways] : []), ...(await wordsSticking(page))]
  if (before) await page.setViewportSize(before)
  return found
}

const AT_ONCE = 10

/** Tabs through the page and returns the visible, enabled controls that never got the focus. */
async function unreached(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
    const all = [...document.querySelectorAll<HTMLElement>(usable)].filter((element) => {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
      const isOff = element.matches(':disabled, [tabindex="-1"]')
      // In a group of radio buttons only one is a tab stop.
      return isShown && !isOff && !(element instanceof HTMLInputElement && element.type === 'radio')
    })
    for (const element of all) element.dataset.unreached = element.outerHTML.slice(0, 120)
    document.addEventListener('focusin', ({ target }) => (target as HTMLElement).removeAttribute('data-unreached'))
    ;(document.activeElement as HTMLElement | null)?.blur()
    return all.length
  })
  for (let n = 0; n < count + 20; n += AT_ONCE) {
    // Holding the key down repeats it.
    await Promise.all(Array.from({ length: AT_ONCE }, () => page.keyboard.down('Tab')))
    await page.keyboard.up('Tab')
    if ((await page.locator('[data-unreached]').count()) === 0) return []
  }
  return page
    .locator('[data-unreached]')
    .evaluateAll((left) => left.map((one) => (one as HTMLElement).dataset.unreached ?? ''))
}
