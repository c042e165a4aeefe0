import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

const info = textFor('en', 'info')
const common = textFor('en', 'common')

test('a message is shown once, and not again on the next pages or beside the message about a lost connection', async ({
  page,
  context,
}) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await startSignedIn(page, 'en', newcomer('en'), '/en/profile/profile')
  await page.getByLabel(info('personal.fullname')).fill('Sara Newcomer')
  const save = page.getByRole('button', { name: info('personal.save'), exact: true }).first()
  await save.click()
  const saved = page.locator('.toasts').getByText(info('personal.saved'))
  await expect(saved).toBeVisible()
  await expect(saved).toBeHidden()
  const shown: string[] = []
  await page.exposeFunction('noteToast', (text: string) => shown.push(text))
  await page.evaluate(() => {
    const { noteToast } = window as unknown as { noteToast: (text: string) => void }
    const toasts = document.querySelector('.toasts')
    new MutationObserver(() => noteToast(toasts?.textContent ?? '')).observe(toasts as Element, { childList: true })
  })
  await page.locator('a[href="/en/profile/wallet"]').first().click()
  await expect(page).toHaveURL(/wallet$/)
  await page.locator('a[href="/en/profile/profile"]').first().click()
  await expect(save).toBeVisible()
  await context.setOffline(true)
  await save.click()
  await expect(page.getByText(common('held.form'))).toBeVisible()
  expect(shown).toEqual([])
})
