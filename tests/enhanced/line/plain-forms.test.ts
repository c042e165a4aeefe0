import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { awaken, typeInto } from '../../support/browser/cut-line.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

/** Pages without React: what their only script does with a form, online and offline. */
test.use({ locale: 'en-US' })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
const common = textFor('en', 'common')

test('a refused form is shown in place, with what was typed and the focus on the errors', async ({ page }) => {
  await page.goto('/en/voucher')
  await awaken(page)
  await typeInto(page, 0)
  await page.getByRole('main').locator('form[method=post] button').last().click()
  await expect(page.getByRole('alert').first()).toBeFocused()
  await expect(page).toHaveTitle(/./)
  await expect(page.locator('main input[type=text]').first()).toHaveValue('Typed')
  // The form in the answer is sent in the same way.
  await typeInto(page, 0)
  await page.getByRole('main').locator('form[method=post] button').last().click()
  await expect(page.getByRole('alert').first()).toBeFocused()
})

test('a form is sent once when the connection is back, and the page follows the redirect', async ({
  page,
  context,
}) => {
  await page.goto('/en/newsletter')
  await awaken(page)
  const email = `held${Date.now()}@mail.example`
  await page.locator('main input[type=email]').fill(email)
  const sent: string[] = []
  page.on('request', (one) => one.method() === 'POST' && sent.push(one.headers()['idempotency-key'] ?? ''))
  await context.setOffline(true)
  const button = page.getByRole('main').locator('form[method=post] button').last()
  await button.click()
  await expect(page.getByRole('status').getByText(common('held.form'))).toBeVisible()
  await button.click()
  await context.setOffline(false)
  await expect(page.getByText(common('held.form'))).toBeHidden()
  await expect(page.locator('main input[type=email]')).toHaveCount(0)
  expect(new Set(sent).size).toBe(1)
})

test('an answer that was lost is fetched again, and nothing is done twice', async ({ page }) => {
  await startSignedIn(page, 'en', newcomer('en'), '/en/pages/complaints')
  await page.goto('/en/pages/complaints')
  await awaken(page)
  await typeInto(page, 0)
  let sent = 0
  const answers: number[] = []
  await page.route('**/pages/complaints', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const answer = await route.fetch({ maxRedirects: 0 })
    answers.push(answer.status())
    if (++sent === 1) return route.abort('connectionreset')
    return route.fulfill({ response: answer })
  })
  await page.getByRole('main').locator('form[method=post] button').last().click()
  await expect.poll(() => sent).toBe(2)
  expect(answers[1]).toBe(answers[0])
})

test('a form that was edited while it waited is sent as edited, and only by pressing its button', async ({
  page,
  context,
}) => {
  await page.goto('/en/newsletter')
  await awaken(page)
  const field = page.locator('main input[type=email]')
  await field.fill(`first${Date.now()}@mail.example`)
  const bodies: string[] = []
  page.on('request', (one) => one.method() === 'POST' && bodies.push(one.postData() ?? ''))
  await context.setOffline(true)
  await page.getByRole('main').locator('form[method=post] button').last().click()
  await expect(page.getByRole('status').getByText(common('held.form'))).toBeVisible()
  await field.fill(`second${Date.now()}@mail.example`)
  bodies.length = 0
  await context.setOffline(false)
  await page.getByRole('main').locator('form[method=post] button').first().click()
  await expect(field).toHaveCount(0)
  expect(bodies.filter((body) => body.includes('first'))).toEqual([])
})

test('what is typed while the answer is on its way is kept in the answer’s form', async ({ page }) => {
  await page.goto('/en/voucher')
  await awaken(page)
  await typeInto(page, 0)
  const field = page.locator('main input[type=text]').first()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/voucher', async (route) => {
    if (route.request().method() === 'POST') await held
    return route.continue()
  })
  await page.getByRole('main').locator('form[method=post] button').last().click()
  await field.fill('Typed meanwhile')
  answer()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(field).toHaveValue('Typed meanwhile')
  await expect(field).toBeFocused()
})
