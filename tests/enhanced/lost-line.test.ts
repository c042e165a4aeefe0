import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/texts.server.ts'
import { addDays } from '#app/rules/calendar-date.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { IS_WHOLE } from '../support/browser/matrix.ts'
import { type OwnTestTrip, payHere, reserveAs } from '../support/browser/own-trip.ts'
import { newcomer, startSignedIn } from '../support/browser/sign-in.ts'
import { freshAddress, todayInTehran } from '../support/browser/traveller.ts'
import { wake } from '../support/browser/wake.ts'

/**
 * The line is cut at each form of a page, as it is found there: a new form of these pages is tried without a line of its
 * own here. How each form of the site is sent, and so which of them wait for the line, `tests/web/sent-forms.test.ts` holds.
 */
const START = addDays(todayInTehran(), 40)
const VISITED = ['/rent/car?city=1061', `/book/car/62/${START}/${addDays(START, 4)}`, '/login']
/** Without a script of its own: the browser sends it. */
const PLAIN = ['/pages/complaints', '/voucher']
const OWN = (trip: OwnTestTrip) => [
  `/payment?id=${trip.id}`,
  `/profile/reservation/${trip.id}/change`,
  '/profile/ticketing/new',
  '/profile/profile',
  '/profile/wallet',
  '/profile/notifications',
]
/** A list has the same small form on each of its cards. */
const MOST_FORMS = 4
const LANGUAGES = ['fa', 'en'] as const

for (const language of LANGUAGES) {
  const common = textFor(language, 'common')
  // A button may first need a part of the page, as a dialog.
  const eitherText = new RegExp(
    [common('held.form'), common('held.page')].map((text) => text.replaceAll('.', '\\.')).join('|'),
  )
  const prefix = language === 'fa' ? '' : '/en'
  const sampleOf = (paths: readonly string[]) =>
    paths.filter((_, nth) => IS_WHOLE || nth % 2 === LANGUAGES.indexOf(language))

  test.describe(LOCALE_TAGS[language], () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('no form of a visitor’s pages loses what was typed when the line goes', async ({ page, context }) => {
      test.slow()
      await context.setExtraHTTPHeaders(freshAddress())
      for (const path of sampleOf(VISITED)) await cutAtEachForm(page, context, prefix + path)
    })

    test('a page without scripts has what was typed again where the browser’s own page is loaded anew', async ({
      page,
      context,
    }) => {
      await context.setExtraHTTPHeaders(freshAddress())
      for (const path of sampleOf(PLAIN)) {
        await page.goto(prefix + path)
        const typed = await typeInto(page, 0)
        expect(typed.length).toBeGreaterThan(0)
        await context.setOffline(true)
        await page
          .locator('main form[method=post] button[type=submit], main form[method=post] button:not([type])')
          .last()
          .click()
        await page.waitForURL(/^chrome-error:/)
        await context.setOffline(false)
        await page.reload()
        await expect.poll(() => valuesOf(page, 0), { message: path }).toEqual(typed)
      }
    })

    test('no form of a customer’s pages loses what was typed when the line goes', async ({
      page,
      context,
      request,
    }) => {
      test.slow()
      await context.setExtraHTTPHeaders(freshAddress())
      const person = newcomer(language)
      const trip = await reserveAs(request, language, person)
      const [payment = '', ...others] = OWN(trip)
      await startSignedIn(page, language, person, prefix + payment)
      await cutAtEachForm(page, context, prefix + payment)
      await page.goto(prefix + payment)
      await wake(page)
      await payHere(page, language, true)
      await page.waitForURL(/\/voucher\//)
      for (const path of sampleOf(others)) await cutAtEachForm(page, context, prefix + path)
    })
  })

  /** Types into each form that changes something, presses each of its buttons without a line, and reloads with one. */
  async function cutAtEachForm(page: Page, context: BrowserContext, path: string) {
    await open(page, path)
    const count = await page.locator('main form[method=post]').count()
    for (let nth = 0; nth < Math.min(count, MOST_FORMS); nth++) {
      await open(page, path)
      const form = page.locator('main form[method=post]').nth(nth)
      const main = form.locator('button.btn-go')
      const button =
        (await main.count()) > 0 ? main.last() : form.locator('button[type=submit], button:not([type])').last()
      if (!(await button.isVisible())) continue
      const typed = await typeInto(page, nth)
      await context.setOffline(true)
      await button.click()
      const said = page.locator('.held[role=status]')
      await expect(said, `${path}, form ${nth}`).toContainText(eitherText)
      await expect(page.locator('.oops')).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe(new URL(path, page.url()).pathname)
      expect(await valuesOf(page, nth), `${path}, form ${nth}`).toEqual(typed)
      // Nothing is sent by itself before the page is loaded anew.
      await context.route('**', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
      await context.setOffline(false)
      await page.goto('about:blank').catch(() => {})
      await page.goto(path)
      await context.unroute('**')
      await wake(page)
      if (typed.length > 0)
        await expect.poll(() => valuesOf(page, nth), { message: `${path}, form ${nth}, loaded anew` }).toEqual(typed)
    }
    expect(count, path).toBeGreaterThan(path.includes('/rent/') ? -1 : 0)
  }

  async function open(page: Page, path: string) {
    await page.evaluate(() => sessionStorage.removeItem('kept-form')).catch(() => {})
    await page.goto(path)
    await wake(page)
    await expect
      .poll(() =>
        page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /held-notice/.test(name))),
      )
      .toBe(true)
  }
}

/** Fills every control that takes text; gives what they hold. */
function typeInto(page: Page, nth: number): Promise<string[][]> {
  return page
    .evaluate((at) => {
      const form = document.querySelectorAll<HTMLFormElement>('main form[method=post]')[at]
      for (const control of form?.elements ?? []) {
        const isText =
          control instanceof HTMLTextAreaElement ||
          (control instanceof HTMLInputElement && ['text', 'email', 'tel'].includes(control.type))
        if (!isText || control.value || control.autocomplete === 'one-time-code' || control.readOnly) continue
        control.value = control.type === 'email' ? 'typed@mail.example' : 'Typed'
        control.dispatchEvent(new Event('input', { bubbles: true }))
      }
      form?.toggleAttribute('novalidate', true)
    }, nth)
    .then(() => valuesOf(page, nth))
}

function valuesOf(page: Page, nth: number): Promise<string[][]> {
  return page.evaluate((at) => {
    const form = document.querySelectorAll<HTMLFormElement>('main form[method=post]')[at]
    return [...(form?.elements ?? [])].flatMap((control) =>
      (control instanceof HTMLTextAreaElement ||
        (control instanceof HTMLInputElement && ['text', 'email', 'tel'].includes(control.type))) &&
      control.name
        ? [[control.name, control.value]]
        : [],
    )
  }, nth)
}
