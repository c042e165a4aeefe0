import { expect, type Page, test } from '@playwright/test'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { currencyOfLanguage, LOCALE_TAGS } from '#app/rules/constants.ts'
import { toPersianDigits } from '#app/rules/text/digits.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { doAtBank } from '../../support/browser/steps/at-bank.ts'
import { reserveAs } from '../../support/browser/steps/own-trip.ts'
import { codeSentTo, type Newcomer, newcomer, startSignedIn, wrongCode } from '../../support/browser/steps/sign-in.ts'
import { freshAddress, messagesTo } from '../../support/browser/steps/traveller.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'info')
  const wallet = textFor(language, 'wallet')
  const payment = textFor(language, 'payment')
  const account = textFor(language, 'account')
  const common = textFor(language, 'common')
  const login = textFor(language, 'login')
  const errors = textFor(language, 'errors')
  const info = `${prefix}/profile/profile`

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })
    let isScripted = false
    let person: Newcomer
    test.beforeEach(async ({ context, javaScriptEnabled }) => {
      // Only a few codes are sent per network address.
      await context.setExtraHTTPHeaders(freshAddress())
      isScripted = javaScriptEnabled !== false
      person = newcomer(language)
    })
    const form = (page: Page) => page.getByRole('form', { name: t('personal.title') })

    test(
      'each invalid detail has its error beside its field, and everything typed stays',
      WITHOUT_SCRIPTS,
      async ({ page }) => {
        await startSignedIn(page, language, person, info)
        if (isScripted) await expectAccessible(page)
        await form(page).getByLabel(t('personal.fullname')).fill('Nora Winter')
        await form(page).getByLabel(t('personal.username')).fill('a b!')
        await form(page).getByLabel(t('personal.national_id')).fill('12')
        await fillBirth(page, ['31', '2', '1990'])
        await form(page).getByLabel(t('personal.city')).fill('x'.repeat(81))
        await form(page)
          .getByRole('button', { name: t('personal.save') })
          .click()

        const username = form(page).getByLabel(t('personal.username'))
        await expect(username).toHaveAccessibleDescription(new RegExp(escaped(errors('username'))))
        await expect(username).toHaveValue('a b!')
        await expect(form(page).getByLabel(t('personal.national_id'))).toHaveAccessibleDescription(
          new RegExp(escaped(errors('national_id'))),
        )
        await expect(form(page).getByLabel(t('personal.city'))).toHaveAccessibleDescription(
          errors('max_length', { n: 80 }),
        )
        await expect(form(page).getByLabel(t('personal.fullname'))).toHaveValue('Nora Winter')
        const birth = form(page).getByRole('group', { name: t('personal.date_of_birth') })
        await expect(birth).toContainText(errors('date'))
        await expect(birth.getByLabel(common('date.year'))).toHaveValue('1990')
        await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
        if (isScripted) await expectAccessible(page)

        await form(page).getByLabel(t('personal.username')).fill('')
        await form(page)
          .getByLabel(t('personal.national_id'))
          .fill(language === 'fa' ? toPersianDigits('0499370899') : 'C01X0006H')
        await fillBirth(page, language === 'fa' ? ['۱۲', '۵', '۱۳۶۸'] : ['3', '8', '1989'])
        await form(page).getByLabel(t('personal.city')).fill('Bremen')
        await form(page).getByLabel(t('personal.country')).fill('Almanya')
        await form(page)
          .getByRole('button', { name: t('personal.save') })
          .click()
        await expect(page.getByText(t('personal.saved'))).toBeVisible()
        await page.goto(info)
        await expect(form(page).getByLabel(t('personal.city'))).toHaveValue('Bremen')
        await expect(form(page).getByLabel(t('personal.country'))).toHaveValue(language === 'fa' ? 'آلمان' : 'Germany')
        // The document that is asked for is of the country that was given.
        const identity = form(page).getByLabel(textFor(language, 'identity')('other.label'))
        await expect(identity).toHaveAccessibleDescription(textFor(language, 'identity')('other.hint'))
        await expect(page.getByRole('link', { name: common('nav.account', { name: 'Nora Winter' }) })).toBeVisible()

        await form(page).getByLabel(t('personal.city')).fill('')
        await form(page)
          .getByRole('button', { name: t('personal.save') })
          .click()
        await expect(page.getByText(t('personal.saved'))).toBeVisible()
        await page.goto(info)
        await expect(form(page).getByLabel(t('personal.city'))).toHaveValue('')
        await expect(form(page).getByLabel(t('personal.fullname'))).toHaveValue('Nora Winter')
      },
    )

    async function fillBirth(page: Page, [day, month, year]: readonly string[]) {
      const birth = form(page).getByRole('group', { name: t('personal.date_of_birth') })
      await birth.getByLabel(common('date.day')).fill(day ?? '')
      await birth.getByLabel(common('date.month')).fill(month ?? '')
      await birth.getByLabel(common('date.year')).fill(year ?? '')
    }

    test('choices of notifications are saved', WITHOUT_SCRIPTS, async ({ page }) => {
      await startSignedIn(page, language, person, info)
      const box = (name: 'push' | 'sms' | 'marketing') => page.getByLabel(t(`notifications.${name}`), { exact: true })
      await expect(box('push')).toBeChecked()
      await expect(box('sms')).not.toBeChecked()
      await box('push').uncheck()
      await box('sms').check()
      await page.getByRole('button', { name: t('notifications.save') }).click()
      await expect(page.getByText(t('notifications.saved'))).toBeVisible()
      await page.goto(info)
      await expect(box('push')).not.toBeChecked()
      await expect(box('sms')).toBeChecked()
      // Nothing is sent to somebody who follows no topic, so there is no switch for it.
      await expect(box('marketing')).toHaveCount(0)
    })

    test('another device is listed and can be signed out from here', WITH_SCRIPTS, async ({ page, browser }) => {
      await startSignedIn(page, language, person, info)
      const other = await browser.newContext({
        javaScriptEnabled: isScripted,
        extraHTTPHeaders: freshAddress(),
        userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0',
      })
      const elsewhere = await other.newPage()
      await startSignedIn(elsewhere, language, person, info)
      await page.goto(info)
      const devices = page.getByRole('region', { name: t('devices.title') })
      await expect(devices.getByText(t('devices.current'))).toHaveCount(1)
      const phone = devices.getByRole('listitem').filter({ hasText: 'Firefox · Android' })
      await phone.getByRole('button', { name: new RegExp(`^${escaped(t('devices.end'))}`) }).click()
      await expect(page.getByText(t('devices.ended'))).toBeVisible()
      await expect(phone).toHaveCount(0)
      await elsewhere.goto(info)
      await expect(elsewhere).toHaveURL(/\/login\?returnUrl=/)
      await page.goto(info)
      await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible()
      await other.close()
    })

    test(
      'people can download everything that is stored about them, and nobody else can',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        await startSignedIn(page, language, person, info)
        const link = page.getByRole('link', { name: t('own.export') })
        const download = page.waitForEvent('download')
        await link.click()
        const file = await download
        expect(file.suggestedFilename()).toBe('my-data.json')
        const stream = await file.createReadStream()
        let text = ''
        for await (const chunk of stream) text += chunk
        const kept = JSON.parse(text)
        expect(kept.account.phone).toMatch(/^\+\d+$/)
        expect(kept.account.phone).toContain(person.phone.replace(/^0/, ''))

        const answer = await request.get(`${info}/data.json`, { maxRedirects: 0 })
        expect(answer.status()).toBe(303)
        expect(answer.headers().location).toContain('/login?returnUrl=')
      },
    )

    test('an e-mail address is changed only by the code that was sent to it', WITH_SCRIPTS, async ({ page }) => {
      await startSignedIn(page, language, person, info)
      const change = language === 'fa' ? t('contact.addEmail') : t('contact.changeEmail')
      await page.getByRole('link', { name: change }).click()
      const email = `new${Date.now()}${isScripted ? 1 : 0}@mail.example`
      await page.getByLabel(t('contact.newEmail')).fill('nobody@')
      await page.getByRole('button', { name: t('contact.send') }).click()
      if (isScripted) await expectAccessible(page)
      await page.getByLabel(t('contact.newEmail')).fill(email)
      await page.getByRole('button', { name: t('contact.send') }).click()
      await expect(page.getByText(email)).toBeVisible()
      expect(page.url()).not.toContain('mail.example')
      const code = await codeSentTo(email)
      await page.getByLabel(t('code.label')).fill(wrongCode(code))
      await page.getByRole('button', { name: t('contact.confirm') }).click()
      await expect(page.getByLabel(t('code.label'))).toHaveAccessibleDescription(errors('code'))
      if (isScripted) await expectAccessible(page)
      await page.getByLabel(t('code.label')).fill(code)
      await page.getByRole('button', { name: t('contact.confirm') }).click()
      await expect(page.getByText(t('contact.changed'))).toBeVisible()
      await expect(page.getByRole('region', { name: t('contact.title') })).toContainText(email)
    })

    test(
      'a phone number is changed by the code that was sent to it, and the person stays signed in',
      WITHOUT_SCRIPTS,
      async ({ page }) => {
        await startSignedIn(page, language, person, info)
        const wanted = newcomer(language)
        await page.getByRole('link', { name: t('contact.changePhone') }).click()
        await page.getByLabel(login('countryCode')).selectOption(wanted.dialCode)
        await page.getByLabel(t('contact.newPhone')).fill(wanted.phone)
        await page.getByRole('button', { name: t('contact.send') }).click()
        await expect(page.getByLabel(t('code.label'))).toBeVisible()
        // Numbers abroad are confirmed by the account's e-mail address, whose first code was the one to sign in.
        const code = await codeSentTo(language === 'fa' ? wanted.sentTo : person.sentTo, language === 'fa' ? 1 : 2)
        await page.getByLabel(t('code.label')).fill(code)
        await page.getByRole('button', { name: t('contact.confirm') }).click()
        await expect(page.getByText(t('contact.changed'))).toBeVisible()
        const shown = await page.getByRole('region', { name: t('contact.title') }).innerText()
        expect(shown.replaceAll(/\s/g, '')).toContain(localDigits(wanted.phone.replace(/^0/, ''), language))
      },
    )

    test(
      'an account is deleted by a code, after its page has listed what is erased and what stays',
      WITH_SCRIPTS,
      async ({ page }) => {
        await startSignedIn(page, language, person, info)
        await page.getByRole('link', { name: t('own.delete') }).click()
        await expect(page.getByText(t('delete.goesInfo'))).toBeVisible()
        await expect(page.getByText(t('delete.staysInvoices'))).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await page.getByRole('button', { name: t('delete.send') }).click()
        await expect(page.getByLabel(t('code.label'))).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await page.getByLabel(t('code.label')).fill(await codeSentTo(person.sentTo, 2))
        await page.getByRole('button', { name: t('delete.confirm') }).click()
        await expect(page.getByText(t('delete.done'))).toBeVisible()
        await page.goto(info)
        await expect(page).toHaveURL(/\/login\?returnUrl=/)
      },
    )

    test(
      'a wallet is topped up at the bank and then pays for a trip without the bank',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const currency = currencyOfLanguage(language)
        const money = (amount: number) => formatMoney(amount, currency, language)
        await startSignedIn(page, language, person, `${prefix}/profile/wallet`)
        await expect(page.getByText(wallet('empty'))).toBeVisible()
        if (isScripted) await expectAccessible(page)
        const amount = page.getByRole('main').getByLabel(new RegExp(`^${escaped(wallet('amount'))}`))
        const goToBank = page.getByRole('button', { name: wallet('topUp.submit') })
        const [typed, shown] = language === 'fa' ? ['۲۵٬۰۰۰٬۰۰۰', 25_000_000] : ['1,500', 150_000]
        await fillPayer(page)
        for (const [wrong, fieldError] of [
          ['1', errors('min', { n: language === 'fa' ? 10_000 : 5 })],
          ['9999999999999', errors('max', { n: language === 'fa' ? 50_000_000 : 2000 })],
          ...(language === 'fa' ? [['۱۲٬۰۰۰٫۵', errors('whole_toman')] as const] : []),
        ] as const) {
          await amount.fill(wrong)
          await goToBank.click()
          await expect(amount).toHaveAccessibleDescription(new RegExp(escaped(fieldError)))
          await expect(amount).toHaveValue(wrong)
        }
        if (isScripted) await expectAccessible(page)

        await amount.fill(typed)
        await goToBank.click()
        await doAtBank(page, language, 'cancel', { isScripted })
        const said = page.getByRole('main').getByRole('status')
        await expect(said).toContainText(wallet('topUpEnd.cancelled', { amount: money(shown) }))
        if (isScripted) await expectAccessible(page)
        await page.getByRole('link', { name: wallet('topUpEnd.again') }).click()
        await expect(amount).not.toHaveValue('')
        await fillPayer(page)
        await goToBank.click()
        await doAtBank(page, language, 'pay', { isScripted })
        const done = wallet('topUpEnd.done', { amount: money(shown), balance: money(shown) })
        await expect(said).toContainText(done)
        await page.reload()
        await expect(said).toContainText(done)
        const row = page.getByRole('row').filter({ hasText: wallet('kind.TOP_UP') })
        await expect(row.getByRole('cell', { name: money(shown) })).toHaveCount(2)
        await expect(page.getByRole('link', { name: `${account('wallet')} ${money(shown)}` })).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await expect.poll(() => messagesTo(person.sentTo).at(-1)).toContain(money(shown).replaceAll('\u00a0', ' '))

        const trip = await reserveAs(request, language, person)
        const price = money(trip.payable_now)
        await page.goto(`${prefix}/payment?id=${trip.id}`)
        await page.getByRole('radio', { name: payment('wallet.title') }).check()
        if (isScripted) await expectAccessible(page)
        await page.getByRole('button', { name: payment('pay', { amount: price }) }).click()
        await expect(page).toHaveURL(`${prefix}/voucher/${trip.id}`)
        await expect(page.getByText(textFor(language, 'voucher')('status.CONFIRMED'))).toBeVisible()
      },
    )

    /** What Yekpay asks about the payer. */
    async function fillPayer(page: Page) {
      if (language === 'fa') return
      const payer = { fullname: 'Nora Winter', country: 'Germany', address: 'Am Wall 12', zip_code: '28195' } as const
      for (const [name, value] of Object.entries(payer)) {
        await page.getByLabel(wallet(`topUp.${name as keyof typeof payer}`)).fill(value)
      }
    }

    test(
      'the menu of small screens leads everywhere, except to a company’s pages for a person without a company',
      WITHOUT_SCRIPTS,
      async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await startSignedIn(page, language, person, `${prefix}/profile/mobile`)
        const menu = page.getByRole('navigation', { name: account('title') })
        await expect(menu.getByRole('link')).toHaveText([
          account('menu.reservations'),
          account('menu.favourites'),
          account('menu.invoices'),
          account('menu.info'),
          account('menu.ticketing'),
          account('menu.chat'),
        ])
        if (isScripted) await expectAccessible(page)
        // The desk's address redirects to the page about becoming a partner; the pages behind it do not exist for this
        // person.
        await page.goto(`${prefix}/profile/agency`)
        await expect(page).toHaveURL(new RegExp(`${prefix}/partner$`))
        for (const path of ['ads-commission', 'agency/blocks', 'agency/company']) {
          const answer = await page.goto(`${prefix}/profile/${path}`)
          expect(answer?.status(), path).toBe(404)
        }
        const file = await page.request.get(`${prefix}/profile/ads-commission/commission.csv`)
        expect(file.status()).toBe(404)
        await page.goto(`${prefix}/profile/mobile`)
        await page
          .getByRole('main')
          .getByRole('button', { name: account('signOut') })
          .click()
        await expect(page.getByText(login('signedOut'))).toBeVisible()
      },
    )
  })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
