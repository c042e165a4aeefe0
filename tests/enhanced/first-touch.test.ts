import { expect, type Page, test } from '@playwright/test'
import { wake } from '../support/browser/steps/wake.ts'

const results = '/en/rent/car?city=1061'

test('a page fetches no script until somebody touches it', async ({ page }) => {
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

test('what is chosen before the scripts have come still applies by itself', async ({ page }) => {
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

test('a page whose scripts wait breaks no rule of its policy when they come', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(results)
  await wake(page)
  expect(complaints).toEqual([])
})

/** Until the page has painted and has nothing more to do. */
function idle(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  )
}
