import { expect, type Page, test } from '@playwright/test'
import { wake } from '../support/browser/steps/wake.ts'

const results = '/en/rent/car?city=1061'

test('a page loads no script until somebody touches it', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url())
  })
  await page.goto(results)
  await idle(page)
  expect(scripts).toEqual([])
  await page.mouse.move(2, 2)
  await page.mouse.move(3, 3)
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
})

test('a filter that is chosen before the scripts have loaded is still applied', async ({ page }) => {
  const line = Promise.withResolvers<void>()
  let waiting = 0
  await page.route('**/assets/*.js', async (route) => {
    waiting += 1
    await line.promise
    await route.continue()
  })
  await page.goto(results)
  const box = page.getByRole('checkbox', { name: 'No deposit' })
  await box.check()
  await expect.poll(() => waiting).toBeGreaterThan(0)
  expect(page.url()).not.toContain('trust_type')
  line.resolve()
  await expect(page).toHaveURL(/trust_type=DEPOSIT_FREE/)
  await expect(box).toBeChecked()
})

test('delayed scripts do not violate the page’s content security policy', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(results)
  await wake(page)
  expect(complaints).toEqual([])
})

/** Waits until the page has been painted and is idle. */
function idle(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  )
}
