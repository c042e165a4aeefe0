import { expect } from '@playwright/test'
import { textFor } from '#app/i18n/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/demonstration-people.ts'
import { followLink, testWithOperator as test } from '../support/browser/direct-link.ts'
import { HEIGHT, lookingAt, PATIENCE_MS, VIEWS } from '../support/browser/looking.ts'
import { freshAddress } from '../support/browser/traveller.ts'
import { wake } from '../support/browser/wake.ts'

const STAFF = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'agency')
if (!STAFF) throw new Error('the demonstration has no agency')
const { phone } = STAFF

test.describe.configure({ timeout: PATIENCE_MS })

for (const view of VIEWS) {
  const { language, width, colorScheme } = view
  const t = textFor(language, 'agency')

  test.describe(`${LOCALE_TAGS[language]}, ${width} wide, ${colorScheme}`, () => {
    test.use({ locale: LOCALE_TAGS[language], colorScheme, viewport: { width, height: HEIGHT } })
    test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

    test('an agency’s desk, blocked dates, data and commission', async ({ page, operator }) => {
      const { look, visit, prefix } = lookingAt(page, view)
      await followLink(page, language, await operator.linkFor(phone), `${prefix}/profile/agency`)
      await look('the desk')
      await visit('/profile/mobile')
      await visit('/profile/ads-commission')
      await visit('/profile/agency/blocks')
      await wake(page)
      await page.getByRole('button', { name: t('blocks.submit') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('blocked dates with fieldErrors')
      await visit('/profile/agency/company')
      await page.getByLabel(t('company.child_seat_price')).fill('many')
      await wake(page)
      await page.getByRole('button', { name: t('company.save') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look('the company’s data with fieldErrors')
    })
  })
}
