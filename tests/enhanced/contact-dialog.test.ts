import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { wake } from '../support/browser/steps/wake.ts'

const t = textFor('en', 'contact')
const common = textFor('en', 'common')
const errors = textFor('en', 'errors')

test.use({ locale: 'en-US' })

test('the contacts open over the page and return the focus; an invalid form leads to the contact page', async ({
  page,
}) => {
  await page.goto('/en/rent/car')
  await wake(page)
  const link = page.getByRole('contentinfo').getByRole('link', { name: common('nav.contact') })
  await link.click()
  const dialog = page.getByRole('dialog', { name: t('title') })
  await expect(dialog.getByRole('heading', { name: t('ticket.title') })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/en/rent/car')
  await expect(dialog.getByRole('button', { name: common('close') })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(link).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByLabel(t('whatsapp.phone')).fill('12')
  await dialog.getByRole('button', { name: t('whatsapp.open') }).click()
  await expect(page).toHaveURL(/\/en\/pages\/contact$/)
  await expect(page.getByRole('alert')).toContainText(errors('phone'))
})

test('the diagnosis pages for notifications show the state of server and browser, and are not indexed', async ({
  page,
}) => {
  const d = textFor('en', 'diagnosis')
  await page.goto('/en/notifications-test')
  await expect(page.getByRole('region', { name: d('browser') })).toContainText(d('supported'))
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('main').getByRole('link', { name: d('toSignIn') })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: d('firebase.title') }).click()
  await expect(page.getByText('FIREBASE_PROJECT_ID')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(page)
})
