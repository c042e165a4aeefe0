import { expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/demonstration-people.ts'
import { HEIGHT, lookingAt, PATIENCE_MS } from '../support/browser/looking.ts'
import { viewsOf } from '../support/browser/matrix.ts'
import { signInStaff } from '../support/browser/staff.ts'
import { freshAddress } from '../support/browser/traveller.ts'
import { wake } from '../support/browser/wake.ts'

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

    test('an agency’s desk, blocked dates, data and commission', async ({ page, request }) => {
      const { look, visit, prefix } = lookingAt(page, view)
      await signInStaff(page, request, { companyId: companyId ?? 0, desk: `${prefix}/desk` })
      await look('the desk')
      await visit('/profile/mobile')
      await visit('/desk/reservations')
      await page.getByRole('row').getByRole('link').first().click()
      await look('one reservation')
      await visit('/desk/fleet')
      await page.getByRole('row').getByRole('link').first().click()
      await look('one vehicle')
      await visit(`${new URL(page.url()).pathname.slice(prefix.length)}/prices`)
      await visit('/desk/company/prices')
      await skipBrowserCheck(page)
      await page.getByRole('button', { name: prices('season.save') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('prices with errors')
      await visit('/desk/more')
      await visit('/profile/ads-commission')
      await visit('/desk/calendar')
      await visit('/desk/calendar?days=30')
      await visit('/desk/blocks')
      await wake(page)
      await page.getByRole('button', { name: t('blocks.submit') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('blocked dates with errors')
      await visit('/desk/company')
      await visit('/desk/company/places')
      await visit('/desk/company/terms')
      await visit('/desk/company/extras')
      await page.getByLabel(company('extras.child_seat_price')).fill('many')
      await page.getByRole('button', { name: company('save') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('extras with errors')
      await visit('/desk/company/places/new')
      await skipBrowserCheck(page)
      await page.getByRole('button', { name: company('save') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('a new place with errors')
    })
  })
}

/** The browser's own check would hold an empty form back. */
async function skipBrowserCheck(page: Page) {
  await page.locator('form').evaluateAll((forms) => {
    for (const form of forms as HTMLFormElement[]) form.noValidate = true
  })
}
