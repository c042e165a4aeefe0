import { expect, test } from '@playwright/test'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { wake } from '../../support/browser/steps/wake.ts'

const LANGUAGES = [
  { language: 'fa', path: '/', lang: 'fa-IR', dir: 'rtl' },
  { language: 'en', path: '/en', lang: 'en-US', dir: 'ltr' },
  { language: 'ar', path: '/ar', lang: 'ar-SA', dir: 'rtl' },
  { language: 'tr', path: '/tr', lang: 'tr-TR', dir: 'ltr' },
  { language: 'de', path: '/de', lang: 'de-DE', dir: 'ltr' },
] as const

for (const { language, path, lang, dir } of LANGUAGES) {
  test(
    `${path} is in ${lang}, and nothing on it violates the content security policy`,
    inSample(language),
    async ({ page, javaScriptEnabled }) => {
      const fieldErrors: string[] = []
      page.on('console', (message) => message.type() === 'error' && fieldErrors.push(message.text()))
      page.on('pageerror', (error) => fieldErrors.push(error.message))
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.locator('html')).toHaveAttribute('dir', dir)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (javaScriptEnabled) await wake(page)
      expect(fieldErrors).toEqual([])
    },
  )
}

test('an unknown address answers 404 in the language of its prefix', WITHOUT_SCRIPTS, async ({ page }) => {
  const answer = await page.goto('/en/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be found' })).toBeVisible()
  expect((await page.goto('/xx'))?.status()).toBe(404)
})
