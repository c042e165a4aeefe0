import { expect, test } from '@playwright/test'
import { GUIDES } from '#app/api/docs/guides.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { expectToFit } from '../../support/browser/reflow.ts'

const PAGES = [...GUIDES, 'errors/NOT_FOUND'].map((name) => `/api/docs/${name}`)
/** Twice the size of text, as a person sets it in the browser. */
const LARGE = '200%'

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, locale: 'en-US' })

    test('the developers’ pages are accessible, and fit a narrow screen, also with large text', async ({ page }) => {
      for (const path of PAGES) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
        await expectToFit(page)
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), LARGE)
        await expectToFit(page)
      }
    })
  })
