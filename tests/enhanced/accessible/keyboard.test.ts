import { expect, type Locator, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { words } from '#app/providers/gateways/simulator/words.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { DRIVER, freshPhone } from '../../support/api/booking.ts'
import { codeSentTo, newcomer } from '../../support/browser/steps/sign-in.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'

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

test.describe('in English', () => {
  // The bank's page is in the browser's language.
  test.use({ locale: 'en-US' })

  test('a whole booking, from the search to the voucher, by keys alone', async ({ page, context }) => {
    test.slow()
    await context.setExtraHTTPHeaders(freshAddress())
    const bank = words.en
    const start = addDays(todayInTehran(), 133)
    const when = `start_date=${start}&start_time=10:00&end_date=${addDays(start, 4)}&end_time=10:00`
    await page.goto(`/en/rent/car?city=1061&currency=2&${when}`)
    await tabTo(page, page.getByRole('link', { name: textFor('en', 'results')('skip') }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.locator('#list h2 a').first())
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/book\/car\//)

    await tabTo(page, page.getByRole('link', { name: textFor('en', 'booking')('price.continue') }).first(), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const driver = page.locator('#driver')
    for (const [field, typed] of [
      ['fullname', DRIVER.fullname],
      ['national_id', DRIVER.national_id],
      ['country_code', 'Germany'],
      ['phone', freshPhone()],
      ['email', DRIVER.email],
      ['date_of_birth.day', '29'],
      ['date_of_birth.month', '8'],
      ['date_of_birth.year', '1988'],
      ['country', DRIVER.country],
      ['city', DRIVER.city],
      ['address', DRIVER.address],
      ['zip_code', DRIVER.zip_code],
    ] as const) {
      await tabTo(page, driver.locator(`[name="${field}"]`))
      await page.keyboard.type(typed)
    }
    await tabTo(page, driver.getByRole('button', { name: /^Reserve for/ }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/payment\?id=/)

    await tabTo(page, page.getByRole('button', { name: /^Pay €/ }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/^http:\/\/127\.0\.0\.1/)
    await expect(page.getByText(bank.simulation)).toBeVisible()
    const pay = page.getByRole('button', { name: `${bank.actions.pay}: ` })
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await pay.evaluate((button) => button === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/voucher\//)
    await expect(page.getByText(/SV-\d/).first()).toBeVisible()
  })
})

/** Presses the key until the element has the focus; every element on the way shows the focus and is not covered. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(wanted).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press(key)
    const unseen = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return ''
      // A card shows the focus of its title, whose link covers it.
      const shown = [focused, focused.closest('label'), focused.closest('li.card')].some((element) => {
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
