import { expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { HEIGHT, lookingAt, PATIENCE_MS } from '../../support/browser/looking.ts'
import { IS_WHOLE, type View, viewsOf } from '../../support/browser/matrix.ts'
import { signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

const STAFF = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'agency')
if (!STAFF) throw new Error('the demonstration has no agency')
const { companyId } = STAFF

test.describe.configure({ timeout: PATIENCE_MS })

for (const view of viewsOf(0)) {
  const { language, width, colorScheme } = view
  const t = textFor(language, 'agency')
  const prices = textFor(language, 'prices')
  const company = textFor(language, 'company')

  test.describe(`${LOCALE_TAGS[language]}, ${width} wide, ${colorScheme}`, () => {
    test.use({ locale: LOCALE_TAGS[language], colorScheme, viewport: { width, height: HEIGHT } })
    test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

    test('axe finds nothing on a company’s desk, its blocked dates, its data and its commission', async ({
      page,
      request,
    }) => {
      const { look, visit, prefix } = lookingAt(page, view)
      await signInStaff(page, request, { companyId: companyId ?? 0, desk: `${prefix}/desk` })
      if (IS_WHOLE) await visitAsTheyCome(page, view)
      await visit('/profile/mobile')
      await visit('/profile/ads-commission')
      await visit('/desk/calendar?days=30')
      await page.goto(`${prefix}/desk/company/prices`)
      await skipBrowserCheck(page)
      await page.getByRole('button', { name: prices('season.save') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('prices with errors')
      await page.goto(`${prefix}/desk/blocks`)
      await wake(page)
      await page.getByRole('button', { name: t('blocks.submit') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('blocked dates with errors')
      await page.goto(`${prefix}/desk/company/extras`)
      await page.getByLabel(company('extras.child_seat_price')).fill('many')
      await page.getByRole('button', { name: company('save') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('extras with errors')
      await page.goto(`${prefix}/desk/company/places/new`)
      await skipBrowserCheck(page)
      await page.getByRole('button', { name: company('save') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('a new place with errors')
    })
  })
}

/** The desk's screens without a state of their own; in the sample `axe-every-desk.test.ts` covers them. */
async function visitAsTheyCome(page: Page, view: View) {
  const { look, visit, prefix } = lookingAt(page, view)
  await look('the desk')
  await visit('/desk/reservations')
  await page.getByRole('row').getByRole('link').first().click()
  await look('one reservation')
  await visit('/desk/fleet')
  await page.getByRole('row').getByRole('link').first().click()
  await look('one vehicle')
  await visit(`${new URL(page.url()).pathname.slice(prefix.length)}/prices`)
  for (const page of ['more', 'calendar', 'blocks', 'company', 'company/places', 'company/terms'])
    await visit(`/desk/${page}`)
  for (const page of ['company/prices', 'company/extras', 'company/places/new']) await visit(`/desk/${page}`)
}

/** Otherwise the browser's own validation would block an empty form. */
async function skipBrowserCheck(page: Page) {
  await page.locator('form').evaluateAll((forms) => {
    for (const form of forms as HTMLFormElement[]) form.noValidate = true
  })
}
