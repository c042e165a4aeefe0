import { expect, type Locator, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { codeSentTo, newcomer } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

const MOST_STOPS = 60

for (const { language, forcedColors } of [
  { language: 'fa', forcedColors: 'none' },
  { language: 'en', forcedColors: 'active' },
] as const) {
  const login = textFor(language, 'login')
  const account = textFor(language, 'account')
  const info = textFor(language, 'info')
  const common = textFor(language, 'common')
  const prefix = language === 'fa' ? '' : '/en'

  test.describe(`${LOCALE_TAGS[language]}, forced colours: ${forcedColors}`, () => {
    test.use({ locale: LOCALE_TAGS[language], contextOptions: { forcedColors } })

    test('a person can sign in, change a detail and sign out by keyboard alone, and always see the focus', async ({
      page,
      context,
    }) => {
      await context.setExtraHTTPHeaders(freshAddress())
      const person = newcomer(language)
      await page.goto(`${prefix}/login?returnUrl=${encodeURIComponent(`${prefix}/profile/reservations`)}`)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: common('skip') })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()

      await tabTo(page, page.getByLabel(login('countryCode')))
      // A person types the country's name; on the Persian page Iran is already selected.
      if (language !== 'fa') await page.keyboard.type('Germany')
      await expect(page.getByLabel(login('countryCode'))).toHaveValue(person.dialCode)
      await tabTo(page, page.getByLabel(login('phone')))
      await page.keyboard.type(person.phone)
      if (person.email) {
        await tabTo(page, page.getByLabel(login('email')))
        await page.keyboard.type(person.email)
      }
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: login('code.title') })).toBeVisible()
      await tabTo(page, page.getByLabel(login('code.label')))
      await page.keyboard.type(await codeSentTo(person.sentTo))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${prefix}/profile/reservations`)

      await tabTo(page, page.getByRole('main').getByRole('link', { name: account('menu.info') }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: info('title') })).toBeVisible()
      const sms = page.getByLabel(info('notifications.sms'), { exact: true })
      await tabTo(page, sms)
      await page.keyboard.press('Space')
      await expect(sms).toBeChecked()
      await tabTo(page, page.getByLabel(info('personal.city')))
      await page.keyboard.type('Bremen')
      await page.keyboard.press('Enter')
      await expect(page.getByText(info('personal.saved'))).toBeVisible()
      await tabTo(page, page.getByRole('main').getByRole('button', { name: account('signOut') }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByText(login('signedOut'))).toBeVisible()
    })
  })
}

/** Presses the key until the element has the focus; every element on the way shows the focus and is not covered. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(wanted).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press(key)
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return ''
      const shown = [focused, focused.closest('label')].some((element) => {
        const style = element && getComputedStyle(element)
        return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
      })
      const { left, top, width, height } = focused.getBoundingClientRect()
      const above = document.elementFromPoint(left + width / 2, top + height / 2)
      const isCovered = !above || !(focused.contains(above) || above.contains(focused))
      return shown && !isCovered ? '' : `${shown ? 'covered' : 'no outline'}: ${focused.outerHTML.slice(0, 200)}`
    })
    expect(unseen).toBe('')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`not reached by ${MOST_STOPS} stops`)
}
