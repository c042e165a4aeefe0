import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { codeSentTo, newcomer, wrongCode } from '../support/browser/steps/sign-in.ts'
import { freshAddress } from '../support/browser/steps/traveller.ts'
import { wake } from '../support/browser/steps/wake.ts'

const t = textFor('en', 'login')
const errors = textFor('en', 'errors')
const common = textFor('en', 'common')

test.use({ locale: 'en-US' })

test('the sign-in form opens over the page, and leads to the reservations', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  const person = newcomer('en')
  await page.goto('/en/rent/car')
  const opener = page.getByRole('link', { name: common('nav.signIn'), exact: true })
  // A click before the scripts have loaded leads to the page, as without scripts.
  await wake(page)
  await opener.click()
  const phone = page.getByRole('dialog', { name: t('title') })
  await expect(phone).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/en/rent/car')
  await expectAccessible(page)

  await expect(phone.getByLabel(t('phone'))).toBeFocused()
  await phone.getByRole('button', { name: t('cancel') }).click()
  await expect(phone).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(phone).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await phone.getByLabel(t('countryCode')).selectOption(person.dialCode)
  await phone.getByLabel(t('phone')).fill(person.phone)
  await phone.getByLabel(t('email')).fill(person.email ?? '')
  await phone.getByRole('button', { name: t('send') }).click()

  const code = page.getByRole('dialog', { name: t('code.title') })
  await expect(code.getByText(person.email ?? '')).toBeVisible()
  await expect(code.getByLabel(t('code.label'))).toBeFocused()
  await code.getByRole('button', { name: t('code.change') }).click()
  await expect(phone.getByLabel(t('phone'))).toBeVisible()
  await phone.getByLabel(t('countryCode')).selectOption(person.dialCode)
  await phone.getByLabel(t('phone')).fill(person.phone)
  await phone.getByLabel(t('email')).fill(person.email ?? '')
  await phone.getByRole('button', { name: t('send') }).click()
  const right = await codeSentTo(person.sentTo)
  await code.getByLabel(t('code.label')).fill(wrongCode(right))
  await code.getByRole('button', { name: t('code.submit'), exact: true }).click()
  await expect(code.getByLabel(t('code.label'))).toHaveAccessibleDescription(errors('code'))
  await expectAccessible(page)
  await code.getByLabel(t('code.label')).fill(right)
  await code.getByRole('button', { name: t('code.submit'), exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/en/profile/reservations')
})
