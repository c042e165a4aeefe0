import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeAgent } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

const t = textFor('fa', 'desk')
const OWNER = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'agency')

test('staff see inside the desk which pages are not for their role, and whom to ask', async ({ page, request }) => {
  const driver = newcomer('fa')
  await signInByApi(request, driver)
  await makeAgent(driver.sentTo, OWNER?.companyId ?? 0, 'DRIVER')
  await startSignedIn(page, 'fa', driver, '/desk')
  for (const path of ['/desk/company/tiers', '/desk/statement', '/desk/calendar']) {
    const answer = await page.goto(path)
    expect([403, 404]).toContain(answer?.status())
    await expect(page.getByRole('heading', { level: 1, name: t('refused.title') })).toBeVisible()
    await expect(page.getByText(OWNER?.fullname ?? '')).toBeVisible()
    await expect(page.getByRole('link', { name: t('nav.today') }).first()).toBeVisible()
  }
  // An address that leads nowhere keeps the frame, too.
  const gone = await page.goto(`/desk/reservations/${'x'.repeat(22)}`)
  expect(gone?.status()).toBe(404)
  await expect(page.getByRole('link', { name: t('refused.today') })).toBeVisible()
})

test('staff who set no prices see them without a button that would not save', async ({ page, request }) => {
  const prices = textFor('fa', 'prices')
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeAgent(person.sentTo, OWNER?.companyId ?? 0, 'DESK')
  await startSignedIn(page, 'fa', person, '/desk/company/prices')
  await expect(page.getByText(prices('readOnly'))).toBeVisible()
  await expect(
    page
      .getByRole('form', { name: prices('rules.title') })
      .getByRole('textbox')
      .first(),
  ).toBeDisabled()
  await expect(page.getByRole('cell', { name: 'نوروز' })).toBeVisible()
  for (const name of [prices('rules.save'), prices('season.drop'), prices('season.save')]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByRole('link', { name: prices('season.edit') })).toHaveCount(0)
})
