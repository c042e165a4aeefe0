import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { signInStaff } from '../support/browser/steps/staff.ts'
import { freshAddress } from '../support/browser/steps/traveller.ts'
import { wake } from '../support/browser/steps/wake.ts'
import { makeCompany } from '../support/server/own-fleet.ts'

const t = textFor('fa', 'shell')

test('the keys 1 to 8 and S lead through the desk, not while somebody types, and can be switched off', async ({
  page,
  request,
  context,
}) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await signInStaff(page, request, { companyId: await makeCompany({}), desk: '/desk' })
  await page.goto('/desk/calendar')
  await wake(page)
  await expect(page.getByRole('button', { name: t('keys.off') })).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByRole('searchbox').first()).toBeFocused()
  await page.keyboard.press('4')
  await expect(page.getByRole('searchbox').first()).toHaveValue('4')
  await page.getByRole('button', { name: t('keys.off') }).focus()
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/\/desk\/fleet$/)

  await page.goto('/desk/calendar')
  await wake(page)
  await page.getByRole('button', { name: t('keys.off') }).click()
  await page.reload()
  await wake(page)
  await page.getByRole('button', { name: t('keys.on') }).focus()
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/\/desk\/calendar$/)
})
