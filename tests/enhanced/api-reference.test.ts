import { expect, test } from '@playwright/test'

test('the reference of the API is drawn in a browser, without a violation of its policy', async ({ page }) => {
  test.setTimeout(90_000)
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  const answer = await page.goto('/api/docs')
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';")
  // Three megabytes of script draw it.
  await expect(page.getByRole('heading', { name: /Savari API/ })).toBeVisible({ timeout: 40_000 })
  // Those further down are drawn when they come into sight.
  const operation = page.getByRole('button', { name: /Send a one-time code/ }).first()
  await operation.click()
  await expect(page.getByText('Responses').first()).toBeVisible()
  expect(violations).toEqual([])
})
