import { expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { HEIGHT, lookingAt, PATIENCE_MS } from '../../support/browser/looking.ts'
import { viewsOf } from '../../support/browser/matrix.ts'
import {
  askForCode,
  codeSentTo,
  giveCode,
  newcomer,
  startSignedIn,
  wrongCode,
} from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

const LIST = '/profile/reservations'
/** Pages of the profile that are empty lists, menus or 404 for a new person. */
const PLAIN = [
  LIST,
  `${LIST}?only_successful=1`,
  '/profile/invoices',
  '/profile/mobile',
  '/profile/mobile#menu',
  '/profile/nothing',
  '/profile/reservation/none',
  '/profile/ads-commission',
]

test.describe.configure({ timeout: PATIENCE_MS })

for (const view of viewsOf(1)) {
  const { language, width, colorScheme } = view
  const login = textFor(language, 'login')
  const common = textFor(language, 'common')
  const info = textFor(language, 'info')
  const wallet = textFor(language, 'wallet')

  test.describe(`${LOCALE_TAGS[language]}, ${width} wide, ${colorScheme}`, () => {
    test.use({ locale: LOCALE_TAGS[language], colorScheme, viewport: { width, height: HEIGHT } })
    test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

    test('axe finds nothing in the sign-in, as a dialog and as a page, with all of its errors', async ({ page }) => {
      const { look, visit, prefix } = lookingAt(page, view)
      await page.goto(`${prefix}/`)
      await wake(page)
      await page.getByRole('link', { name: common('nav.signIn'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: login('title') })
      await expect(dialog).toBeVisible()
      await look('the sign-in over a page')
      await dialog.getByRole('button', { name: login('send') }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await look('the sign-in over a page, with errors')

      await visit(`/login?returnUrl=${encodeURIComponent(prefix + LIST)}`)
      await page.getByLabel(login('countryCode')).selectOption('+49')
      await page.getByLabel(login('phone')).fill('12')
      await page.getByLabel(login('email')).fill('nobody@')
      await sendRefused(page, login('send'))
      await look('the sign-in with errors')
      await page.getByLabel(login('email')).fill('')
      const person = newcomer(language)
      await askForCode(page, language, person)
      await look('the code’s step')
      await giveCode(page, language, wrongCode(await codeSentTo(person.sentTo)))
      await expect(page.getByRole('alert')).toBeVisible()
      await look('the code’s step with a wrong code')

      await visit(`/login?token=${'x'.repeat(43)}`)
      await sendRefused(page, login('link.submit'))
      await look('a link that ended')
    })

    test('axe finds nothing in a new person’s profile or in its forms with errors', async ({ page }) => {
      const { look, visit, prefix } = lookingAt(page, view)
      const person = newcomer(language)
      await startSignedIn(page, language, person, prefix + LIST)
      for (const path of PLAIN) await visit(path)

      await visit('/profile/wallet')
      await page
        .getByRole('main')
        .getByLabel(startOf(wallet('amount')))
        .fill('1')
      await sendRefused(page, wallet('topUp.submit'))
      await look('a top-up with errors')

      await visit('/profile/profile')
      await page.getByLabel(info('personal.username')).fill('a b!')
      await page.getByLabel(info('personal.national_id')).fill('1')
      await sendRefused(page, info('personal.save'))
      await look('the details with errors')

      await visit('/profile/profile/contact?change=email')
      await page.getByLabel(info('contact.newEmail')).fill('nobody@')
      await sendRefused(page, info('contact.send'))
      await look('a change of e-mail with errors')
      await visit('/profile/profile/contact?change=phone')
      const wanted = newcomer(language)
      await page.getByLabel(login('countryCode')).selectOption(wanted.dialCode)
      await page.getByLabel(info('contact.newPhone')).fill(wanted.phone)
      await page.getByRole('button', { name: info('contact.send') }).click()
      await lookAtCode('contact.confirm', 'a change of phone')

      await visit('/profile/profile/delete')
      await page.getByRole('button', { name: info('delete.send') }).click()
      await lookAtCode('delete.confirm', 'the deletion')

      async function lookAtCode(submit: 'contact.confirm' | 'delete.confirm', what: string) {
        const box = page.getByLabel(info('code.label'))
        await expect(box).toBeVisible()
        await look(`the code of ${what}`)
        await box.fill('1')
        await sendRefused(page, info(submit))
        await look(`a wrong code of ${what}`)
      }
    })
  })
}

/**
 * Submits a form and waits for its errors. The page is hydrated, so the browser's own validation does not block the
 * form.
 */
async function sendRefused(page: Page, button: string) {
  await wake(page)
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
}

function startOf(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
}
