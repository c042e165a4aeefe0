import { expect, type Page, test } from '@playwright/test'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CODE_MINUTES, DEFAULT_DIAL_CODE, type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { freeVehicle, freshPhone, reserve } from '../../support/api/booking.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import {
  askForCode,
  codeSentTo,
  giveCode,
  newcomer,
  signIn,
  startSignedIn,
  wrongCode,
} from '../../support/browser/steps/sign-in.ts'
import { around, freshAddress, GAP, messagesTo } from '../../support/browser/steps/traveller.ts'

const PREFIX = { fa: '', en: '/en' } as const

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
})

for (const language of ['fa', 'en'] as const) {
  test.describe(`in ${language}`, inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })
    const t = textFor(language, 'login')
    const errors = textFor(language, 'errors')
    const common = textFor(language, 'common')
    const path = (rest: string) => PREFIX[language] + rest

    test('a new person signs in, comes back to the page, and is recognised the next time', async ({
      page,
      javaScriptEnabled,
    }) => {
      const person = newcomer(language)
      await page.goto(path(`/login?returnUrl=${encodeURIComponent(path('/voucher'))}`))
      if (javaScriptEnabled) await expectAccessible(page)
      await askForCode(page, language, person)
      if (javaScriptEnabled) await expectAccessible(page)
      const box = page.getByLabel(t('code.label'))
      await expect(box).toHaveAttribute('autocomplete', 'one-time-code')
      await expect(box).toHaveAttribute('inputmode', 'numeric')
      expect(page.url()).not.toContain(person.phone.slice(1))
      await giveCode(page, language, await codeSentTo(person.sentTo))
      await page.waitForURL((url) => url.pathname === path('/voucher'))
      await expect(accountLink(page, language)).toBeVisible()

      await signOut(page, language)
      await expect(page.getByText(t('signedOut'))).toBeVisible()
      await expect(page.getByRole('link', { name: common('nav.signIn'), exact: true })).toBeVisible()
      await signIn(page, language, person, path('/voucher'))
      await expect(accountLink(page, language)).toBeVisible()
    })

    test('every country is in the list of dial codes by its name', WITHOUT_SCRIPTS, async ({ page }) => {
      await page.goto(path('/login'))
      const list = page.getByLabel(t('countryCode'))
      await expect(list).toHaveValue(DEFAULT_DIAL_CODE[language])
      expect(await list.getByRole('option').count()).toBeGreaterThan(230)
      if (language === 'en') {
        await list.focus()
        await page.keyboard.type('new z')
        await expect(list).toHaveValue('+64')
        await list.selectOption({ label: 'Canada +1' })
        await expect(list).toHaveValue('+1 CA')
      }
    })

    test(
      'a number typed with its national trunk prefix belongs to the same person',
      WITHOUT_SCRIPTS,
      async ({ page }) => {
        const { phone, email = 'guest@mail.example' } = newcomer('en')
        await page.goto(path('/login'))
        await askForCode(page, language, { dialCode: '+49', phone: `0${phone}`, email, sentTo: email })
        await expect(page.getByText(localDigits(formatPhone(`+49${phone}`), language))).toBeVisible()
      },
    )

    test('a missing e-mail address and an invalid number are reported together', async ({ page, baseURL }) => {
      const answer = await page.request.post(path('/login'), {
        headers: { origin: baseURL ?? '' },
        form: { intent: 'send', country_code: '+49', phone: '123' },
      })
      expect(answer.status()).toBe(400)
      const said = await answer.text()
      expect(said).toContain(errors('phone'))
      expect(said).toContain(errors('required'))
    })

    test('a return address in Persian letters is followed after the sign-in', WITHOUT_SCRIPTS, async ({ page }) => {
      const person = newcomer(language)
      await page.goto(path(`/login?returnUrl=${path('/city/کیش')}`))
      await askForCode(page, language, person)
      await giveCode(page, language, await codeSentTo(person.sentTo))
      // The city's page is at the city's name in the visitor's language.
      await page.waitForURL((url) => decodeURI(url.pathname) === path(`/city/${{ fa: 'کیش', en: 'Kish' }[language]}`))
      await expect(accountLink(page, language)).toBeVisible()
    })

    test(
      'a wrong code is reported beside its field; after five of them even the right code is refused',
      WITHOUT_SCRIPTS,
      async ({ page }) => {
        const person = newcomer(language)
        await page.goto(path('/login'))
        await askForCode(page, language, person)
        const code = await codeSentTo(person.sentTo)
        const box = page.getByLabel(t('code.label'))
        for (const message of ['code', 'code', 'code', 'code', 'code_ended'] as const) {
          const answer = page.waitForResponse((response) => response.request().method() === 'POST')
          await giveCode(page, language, wrongCode(code))
          expect((await answer).status()).toBe(400)
          await expect(box).toHaveAccessibleDescription(errors(message))
        }
        await giveCode(page, language, code)
        await expect(page.getByRole('alert')).toContainText(errors('code_ended'))
        await page.goto(path('/voucher'))
        await expect(accountLink(page, language)).toHaveCount(0)
      },
    )

    test(
      'another code is refused within two minutes, whichever button asks for it',
      WITHOUT_SCRIPTS,
      async ({ page, baseURL }) => {
        await page.goto(path('/login'))
        await askForCode(page, language, newcomer(language))
        await expect(page.getByRole('button', { name: t('code.resend') })).toBeHidden()
        const answer = await page.request.post(path('/login?step=code'), {
          headers: { origin: baseURL ?? '' },
          form: { intent: 'resend' },
        })
        expect(answer.status()).toBe(429)
        expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(60)
        expect(await answer.text()).toContain(t('code.title'))
      },
    )

    test('the phone can be changed, and its form has the former number', WITH_SCRIPTS, async ({ page }) => {
      const person = newcomer(language)
      const other = newcomer(language)
      await page.goto(path(`/login?returnUrl=${encodeURIComponent(path('/voucher'))}`))
      await askForCode(page, language, person)
      await page.getByRole('link', { name: t('code.change') }).click()
      await expect(page.getByLabel(t('phone'))).toHaveValue(person.phone)
      await expect(page.getByLabel(t('countryCode'))).toHaveValue(person.dialCode)
      await askForCode(page, language, other)
      await giveCode(page, language, await codeSentTo(other.sentTo))
      await page.waitForURL((url) => url.pathname === path('/voucher'))
    })

    test(
      'the same phone, typed again while its code is on the way, leads to the page for the code',
      WITHOUT_SCRIPTS,
      async ({ page }) => {
        const person = newcomer(language)
        await page.goto(path('/login'))
        await askForCode(page, language, person)
        await page.goto(path('/login'))
        await askForCode(page, language, person)
        await giveCode(page, language, await codeSentTo(person.sentTo))
        await page.waitForURL((url) => url.pathname === (path('') || '/'))
      },
    )

    test('a return address on another site is not followed', WITH_SCRIPTS, async ({ page }) => {
      const person = newcomer(language)
      await page.goto(path(`/login?returnUrl=${encodeURIComponent('//evil.example/voucher')}`))
      await askForCode(page, language, person)
      await giveCode(page, language, await codeSentTo(person.sentTo))
      await page.waitForURL((url) => url.hostname === 'localhost' && url.pathname === (path('') || '/'))
      await page.goto(path(`/login?returnUrl=${encodeURIComponent('https://evil.example/')}`))
      expect(new URL(page.url()).hostname).toBe('localhost')
      expect(new URL(page.url()).pathname).toBe(path('') || '/')
    })

    test('missing and invalid fields are reported before anything is sent', async ({ page, baseURL }) => {
      const answer = await page.request.post(path('/login'), {
        headers: { origin: baseURL ?? '' },
        form: { intent: 'send', country_code: '+49', phone: '12', email: 'nobody@' },
      })
      expect(answer.status()).toBe(400)
      const text = await answer.text()
      expect(text).toContain(errors('phone'))
      expect(text).toContain(errors('email'))
      const abroad = await page.request.post(path('/login'), {
        headers: { origin: baseURL ?? '' },
        form: { intent: 'send', country_code: '+49', phone: '15112345678' },
      })
      expect(abroad.status()).toBe(400)
      expect(await abroad.text()).toContain(errors('required'))
    })
  })
}

for (const language of ['ar', 'tr', 'de'] as const) {
  test.describe(`in ${language}`, inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })
    const t = textFor(language, 'login')
    const path = (rest: string) => `/${language}${rest}`

    test(
      'the code comes by e-mail in the page’s language and signs the person in',
      WITHOUT_SCRIPTS,
      async ({ page }) => {
        const person = newcomer(language)
        await page.goto(path(`/login?returnUrl=${encodeURIComponent(path('/voucher'))}`))
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
        const country = page.getByLabel(t('countryCode'))
        await expect(country).toHaveValue(DEFAULT_DIAL_CODE[language])
        if (language !== 'tr') await country.selectOption(person.dialCode)
        await page.getByLabel(t('phone')).fill(person.phone)
        await page.getByLabel(t('email')).fill(person.email ?? '')
        await page.getByRole('button', { name: t('send') }).click()
        await expect(page.getByRole('heading', { name: t('code.title') })).toBeVisible()
        await expect(page.getByRole('main')).toContainText(person.email ?? '')

        const code = await codeSentTo(person.sentTo)
        const [text = ''] = messagesTo(person.sentTo)
        expect(text).toMatch(
          around(textFor(language, 'notice')('code.signIn', { brand: GAP, code, minutes: CODE_MINUTES })),
        )
        expect(messagesTo(person.dialCode + person.phone)).toEqual([])
        await giveCode(page, language, wrongCode(code))
        await expect(page.getByLabel(t('code.label'))).toHaveAccessibleDescription(textFor(language, 'errors')('code'))
        await giveCode(page, language, code)
        await page.waitForURL((url) => url.pathname === path('/voucher'))
        await expect(accountLink(page, language)).toBeVisible()
        await signOut(page, language)
        await expect(page.getByText(t('signedOut'))).toBeVisible()
      },
    )
  })
}

test('scripts cannot read the token or the session’s cookie', WITH_SCRIPTS, async ({ page, context }) => {
  const person = newcomer('fa')
  await signIn(page, 'fa', person, '/voucher')
  const cookies = await context.cookies()
  const session = cookies.filter(({ name }) => name.endsWith('session'))
  expect(session).toHaveLength(1)
  expect(session[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  const first = session[0]?.value
  await signOut(page, 'fa')
  expect((await context.cookies()).filter(({ name }) => name.endsWith('session'))).toEqual([])
  await signIn(page, 'fa', person, '/voucher')
  expect((await context.cookies()).find(({ name }) => name.endsWith('session'))?.value).not.toBe(first)
})

test(
  'somebody who was signed out in the meantime signs in again and the form is sent as it was',
  WITH_SCRIPTS,
  async ({ page, context, request, playwright, baseURL }) => {
    const t = textFor('en', 'login')
    const person = newcomer('en')
    const reservation = await reserve(request, await freeVehicle(request, { daysAhead: 60 }), freshPhone())
    const cancelling = `/en/voucher/${reservation}/cancel`
    await signIn(page, 'en', person, '/en/voucher')
    await page.goto(cancelling)

    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const elsewhere = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { cookie, origin: baseURL ?? '' },
    })
    await elsewhere.post('/en/logout', { maxRedirects: 0 })
    await elsewhere.dispose()

    await page.getByRole('main').locator('form').getByRole('button').click()
    await expect(page.getByText(textFor('en', 'errors')('login_again'))).toBeVisible()
    await expect(accountLink(page, 'en')).toHaveCount(0)
    // One code was used to sign in before; the next may be requested at once.
    await askForCode(page, 'en', person)
    await giveCode(page, 'en', await codeSentTo(person.sentTo, 2))
    await expect(page.getByRole('heading', { name: t('resume.title') })).toBeVisible()
    await page.getByRole('button', { name: t('resume.submit') }).click()
    await page.waitForURL((url) => url.pathname === `/en/voucher/${reservation}`)
    await expect(page.getByText(textFor('en', 'voucher')('cancel.done'), { exact: true }).first()).toBeVisible()
  },
)

test('the driver’s form has the details from an earlier booking', WITHOUT_SCRIPTS, async ({ page }) => {
  const t = textFor('en', 'booking')
  const person = newcomer('en')
  const vehicle = await freeVehicle(page.request, { daysAhead: 62 })
  await startSignedIn(page, 'en', person, `/en${vehicle.path}`)
  await expect(page.getByLabel(t('driver.phone'), { exact: true })).toHaveValue(person.phone)
  await expect(page.getByLabel(t('driver.country_code'), { exact: true })).toHaveValue(person.dialCode)
  await expect(page.getByLabel(t('driver.email')).first()).toHaveValue(person.email ?? '')
})

function accountLink(page: Page, language: Language) {
  const common = textFor(language, 'common')
  const [label = ''] = common('nav.account', { name: '\u0001' }).split('\u0001')
  return page.getByRole('banner').getByRole('link', { name: new RegExp(`^${label}`) })
}

/** Uses the drawer of small screens, which is on every page. */
async function signOut(page: Page, language: Language) {
  const common = textFor(language, 'common')
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: common('nav.menu'), exact: true }).click()
  await page.getByRole('button', { name: common('nav.signOut') }).click()
  await expect(page.getByRole('button', { name: common('nav.signOut') })).toHaveCount(0)
  if (size) await page.setViewportSize(size)
}
