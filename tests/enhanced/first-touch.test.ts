import { expect, test } from '@playwright/test'

const results = '/en/rent/car?city=1061'

test('a page fetches no script until somebody touches it', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url())
  })
  await page.goto(results, { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
  await page.mouse.move(2, 2)
  await page.mouse.move(3, 3)
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
})

test('what is chosen before the scripts have come still applies by itself', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto(results, { waitUntil: 'networkidle' })
  const box = page.getByRole('checkbox', { name: 'No deposit' })
  await box.check()
  await expect(page).toHaveURL(/trust_type=DEPOSIT_FREE/)
  await expect(box).toBeChecked()
})

test('a page whose scripts wait breaks no rule of its policy when they come', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(results, { waitUntil: 'networkidle' })
  await page.mouse.move(300, 300)
  await page.waitForLoadState('networkidle')
  expect(complaints).toEqual([])
})
