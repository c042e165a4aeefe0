import { expect, test } from '@playwright/test'
import { IS_WHOLE } from '../support/browser/matrix.ts'

test('the API reference renders in a browser without violating its content security policy', async ({ page }) => {
  test.skip(!IS_WHOLE, 'Its script is three megabytes, which a small machine executes for half a minute.')
  test.setTimeout(90_000)
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  const answer = await page.goto('/api/docs')
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';")
  await expect(page.getByRole('heading', { name: /Savari API/ })).toBeVisible({ timeout: 40_000 })
  // Sections further down are rendered when they scroll into view.
  const operation = page.getByRole('button', { name: /Search vehicles on offer/ }).first()
  await operation.click()
  await expect(page.getByText('Responses').first()).toBeVisible()
  expect(violations).toEqual([])
})
