import { expect, type Page, test } from '@playwright/test'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { words } from '#app/providers/gateways/simulator/words.ts'
import { currencyOfLanguage, LOCALE_TAGS } from '#app/rules/constants.ts'
import { toPersianDigits } from '#app/rules/text/digits.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { readCalendarFile } from '../../support/browser/calendar-file.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { doAtBank } from '../../support/browser/steps/at-bank.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { reserveSome, type TestReservation } from '../../support/browser/steps/reserved.ts'
import { codeSentTo, newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { apiAddress, around, freshAddress, GAP } from '../../support/browser/steps/traveller.ts'
import { endHold } from '../../support/server/database/site-database.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'voucher')
  const payment = textFor(language, 'payment')
  const errors = textFor(language, 'errors')
  const booked = around(t('heading.CONFIRMED', { vehicle: GAP }))

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test('a reservation shows the way to its payment until it is paid, and then its voucher', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const reserved = await reserveSome(request, language)
      await page.goto(addressOf(reserved))
      await expect(page.getByText(t('status.AWAITING_PAYMENT'), { exact: true })).toBeVisible()
      await expect(page.getByText(around(t('say.pay', { until: GAP, city: GAP, amount: GAP })))).toContainText(
        moneyOf(reserved.payable_now),
      )
      if (isScripted) await expectAccessible(page)
      await page.getByRole('link', { name: t('pay'), exact: true }).click()
      await payOnPage(page, { isScripted })

      await expect(page).toHaveURL(addressOf(reserved))
      await expect(page.getByRole('heading', { level: 1, name: booked })).toBeVisible()
      const pass = page.getByRole('article')
      await expect(pass).toContainText(reserved.driver.fullname)
      await expect(pass).toContainText(localDigits(reserved.number, language))
      await expect(factOf(page, 'fact.paid')).toHaveText(moneyOf(reserved.payable_now))
      await expect(factOf(page, 'fact.due')).toHaveText(moneyOf(reserved.total - reserved.payable_now))
      await expect(factOf(page, 'fact.cancellation')).not.toBeEmpty()
      await expect(factOf(page, 'fact.receive')).not.toBeEmpty()
      await expect(pass.getByRole('link', { name: /^\+/ }).first()).toHaveAttribute('href', /^tel:\+\d+$/)
      await expect(page.getByRole('img', { name: t('qr') })).toBeVisible()
      await expect(page.locator('script[src], link[rel=modulepreload]')).toHaveCount(0)
      if (isScripted) await expectAccessible(page)
    })

    test('a voucher is one printed page', WITHOUT_SCRIPTS, async ({ page, request }) => {
      await openVoucher(page, await paid(page, request))
      const pdf = await page.pdf({ format: 'A4', printBackground: true })
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    })

    test(
      'printing and sharing are links; only the page to print has a script, and the shared one only shows',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        // The browser's print window would wait for a person.
        await page.addInitScript(() => Object.assign(globalThis, { print: () => (document.title = 'printed') }))
        const reserved = await paid(page, request)
        await openVoucher(page, reserved)
        await page.getByText(t('share.title'), { exact: true }).click()
        for (const [way, start] of Object.entries({ email: 'mailto:', sms: 'sms:', whatsapp: 'https://wa.me/' })) {
          const href = await page.getByRole('link', { name: t.loose(`share.${way}`), exact: true }).getAttribute('href')
          expect(href?.startsWith(start), way).toBe(true)
          const body = decodeURIComponent(href ?? '')
          expect(body).toContain(localDigits(reserved.number, language))
          expect(body).not.toContain(reserved.id)
        }
        const shared = await page.getByRole('link', { name: t('share.email'), exact: true }).getAttribute('href')
        await page.goto(/http\S+$/.exec(decodeURIComponent(shared ?? ''))?.[0] ?? '')
        await expect(page.getByRole('heading', { level: 1, name: booked })).toBeVisible()
        await expect(page.getByText(t('shared'))).toBeVisible()
        await expect(page.getByRole('link', { name: t('cancelLink') })).toHaveCount(0)
        await expect(page.getByRole('article')).toContainText(reserved.driver.fullname)
        await expect(page.getByRole('article')).not.toContainText(t('fact.identity'))
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await openVoucher(page, reserved)
        await page.getByRole('link', { name: t('print') }).click()
        await expect(page.getByText(t('printing'))).toBeVisible()
        await expect(page.getByRole('article')).toContainText(reserved.driver.fullname)
        await expect(page.locator('script[src]')).toHaveCount(1)
        if (javaScriptEnabled === false) return
        await expect(page).toHaveTitle('printed')
        await expectAccessible(page)
      },
    )

    test(
      'the calendar file has the rental in UTC, with its place and number',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const reserved = await paid(page, request)
        await openVoucher(page, reserved)
        const link = page.getByRole('link', { name: t('calendar') })
        const answer = await request.get((await link.getAttribute('href')) ?? '')
        expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
        const file = readCalendarFile(await answer.text())
        const shown = await (
          await request.get(apiAddress(`/api/business/rent/ad/reserve/${reserved.id}/voucher/`))
        ).json()
        const utc = (instant: string) => instant.replace(/\.\d+/, '').replace(/[-:]/g, '')
        expect(file.get('DTSTART')).toEqual([utc(shown.start_at)])
        expect(file.get('DTEND')).toEqual([utc(shown.end_at)])
        expect(file.get('DESCRIPTION')?.[0]).toContain(reserved.number)
        expect(file.get('URL')?.[0]).toMatch(new RegExp(`${addressOf(reserved)}$`))
      },
    )

    test('cancelling shows the refund first, and then pays it', async ({ page, request, javaScriptEnabled }) => {
      const reserved = await paid(page, request)
      await openVoucher(page, reserved)
      await page.getByRole('link', { name: t('cancelLink') }).click()
      await expect(page.getByText(around(t('cancel.full', { amount: GAP })))).toContainText(
        moneyOf(reserved.payable_now),
      )
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await page.getByRole('link', { name: t('cancel.no') }).click()
      await expect(page.getByRole('heading', { level: 1, name: booked })).toBeVisible()

      await page.getByRole('link', { name: t('cancelLink') }).click()
      await page.getByRole('button', { name: t('cancel.yes') }).click()
      await expect(page).toHaveURL(addressOf(reserved))
      const amount = moneyOf(reserved.payable_now)
      await expect(page.getByRole('status')).toHaveText(t('cancel.doneRefund', { amount }))
      await expect(page.getByText(t('status.CANCELLED'), { exact: true })).toBeVisible()
      // Saman reverses a payment that was just made; the page may still wait for the bank's answer and then says the
      // same.
      const returned =
        currencyOfLanguage(language) === 'IRT'
          ? t('say.toCard', { amount: GAP })
          : t('say.toWallet', { amount: GAP, phone: GAP })
      await expect(page.getByText(around(returned))).toContainText(amount)
      if (javaScriptEnabled !== false) await expectAccessible(page)

      const again = await page.goto(`${addressOf(reserved)}/cancel`)
      expect(again?.status()).toBe(409)
      await expect(page.getByText(t('cancel.impossible'))).toBeVisible()
      expect((await request.get(`${addressOf(reserved)}/calendar.ics`)).status()).toBe(404)
    })

    test(
      'the customer chooses where the refund goes, and the quickest way is preselected',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const reserved = await paid(page, request)
        await page.goto(`${addressOf(reserved)}/cancel`)
        const ways = page.getByRole('group', { name: t('cancel.ways.title') })
        // By its beginning, because the description of one way may name another.
        const wayTo = (name: string) => ways.getByRole('radio', { name: new RegExp(`^${name}`) })
        // Saman reverses a payment that was just made; Yekpay cannot.
        const hasCard = currencyOfLanguage(language) === 'IRT'
        await expect(ways.getByRole('radio')).toHaveCount(hasCard ? 3 : 2)
        await expect(wayTo(t(hasCard ? 'cancel.ways.CARD' : 'cancel.ways.WALLET'))).toBeChecked()
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await wayTo(t('cancel.ways.WALLET')).check()
        await page.getByRole('button', { name: t('cancel.yes') }).click()
        await expect(page).toHaveURL(addressOf(reserved))
        await expect(page.getByText(around(t('say.toWallet', { amount: GAP, phone: GAP })))).toContainText(
          moneyOf(reserved.payable_now),
        )
      },
    )

    test(
      'a refund to a bank account asks a visitor to sign in, and cancels nothing before',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const reserved = await paid(page, request)
        await page.goto(`${addressOf(reserved)}/cancel`)
        await page.getByRole('radio', { name: t(`cancel.ways.ACCOUNT.${currencyOfLanguage(language)}`) }).check()
        await page.getByRole('button', { name: t('cancel.yes') }).click()
        await expect(page).toHaveURL(/\/login\?returnUrl=/)
        await page.goto(addressOf(reserved))
        await expect(page.getByText(t('status.CONFIRMED'), { exact: true })).toBeVisible()
      },
    )

    test(
      'a signed-in customer cancels to their bank account with a code, and finds the payout in the wallet',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const looks = async () => {
          await expectToFit(page)
          if (javaScriptEnabled !== false) await expectAccessible(page)
        }
        const person = newcomer(language)
        const trip = await reserveAs(request, language, person)
        const pay = `${prefix}/payment?id=${trip.id}`
        await startSignedIn(page, language, person, pay)
        await page.goto(pay)
        await payHere(page, language, javaScriptEnabled !== false)
        await page.waitForURL(/\/voucher\//)
        await page.goto(`${prefix}/voucher/${trip.id}/cancel`)
        await page.getByRole('radio', { name: t(`cancel.ways.ACCOUNT.${currencyOfLanguage(language)}`) }).check()
        await page.getByRole('button', { name: t('cancel.yes') }).click()
        await expect(page).toHaveURL(/\/cancel\/account/)
        await looks()
        const [holder, iban] = [page.locator('input[name=holder]'), page.locator('input[name=iban]')]
        await holder.fill('Nora Winter')
        await iban.fill('IR062960000000100324200002')
        await page.getByRole('button', { name: t('cancel.account.submit') }).click()
        await expect(iban).toHaveAccessibleDescription(new RegExp(errors('iban')))
        await expect(holder).toHaveValue('Nora Winter')
        await looks()
        await iban.fill(language === 'fa' ? 'IR062960000000100324200001' : 'DE89370400440532013000')
        await page.getByRole('button', { name: t('cancel.account.submit') }).click()
        const confirm = page.getByRole('button', { name: t('cancel.yes') })
        await expect(confirm).toBeVisible()
        await looks()
        await page.locator('input[name=token]').fill(await codeSentTo(person.sentTo, 2))
        await confirm.click()
        const amount = moneyOf(trip.payable_now)
        await expect(page.getByText(t('cancel.account.done', { amount }))).toBeVisible()
        await page.goto(`${prefix}/profile/wallet/payout`)
        await expect(page.getByRole('row').filter({ hasText: '••' })).toContainText(amount)
      },
    )

    test(
      'when the refund has changed, the new amount is shown before anything is cancelled',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const reserved = await paid(page, request)
        await page.goto(`${addressOf(reserved)}/cancel`)
        await page.locator('input[name=shown_refund]').evaluate((field) => field.setAttribute('value', '1'))
        await page.getByRole('button', { name: t('cancel.yes') }).click()
        await expect(page.getByText(t('cancel.changed'))).toBeVisible()
        await page.goto(addressOf(reserved))
        await expect(page.getByText(t('status.CONFIRMED'), { exact: true })).toBeVisible()
      },
    )

    test(
      'an unpaid reservation is cancelled without a refund, and an expired one shows the same page',
      WITH_SCRIPTS,
      async ({ page, request }) => {
        const cancelled = await reserveSome(request, language)
        await page.goto(`${addressOf(cancelled)}/cancel`)
        await expect(page.getByText(t('cancel.unpaid'))).toBeVisible()
        await page.getByRole('button', { name: t('cancel.yes') }).click()
        await expect(page.getByText(t('say.cancelled'))).toBeVisible()
        await expect(page.getByText(t('say.notCharged'))).toBeVisible()

        const expired = await reserveSome(request, language)
        await endHold(expired.id)
        await page.goto(addressOf(expired))
        await expect(page.getByText(t('say.expired'))).toBeVisible()
        await expect(page.getByRole('link', { name: t('again') })).toHaveAttribute(
          'href',
          new RegExp(`/${expired.adId}/${expired.start}/${expired.end}`),
        )
      },
    )

    test(
      'a customer who paid but never returned from the bank gets the voucher in place of another payment',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const reserved = await goToBank(page, request)
        const { actions, stays } = words[language]
        await page.getByRole('button', { name: actions.pay_never_return }).click()
        await expect(page.getByText(stays)).toBeVisible()
        await page.goto(`${prefix}/payment?id=${reserved.id}`)
        await expect(page).toHaveURL(addressOf(reserved))
        await expect(page.getByText(t('status.CONFIRMED'), { exact: true })).toBeVisible()
      },
    )

    test(
      'a customer who left the bank without paying reads that the bank has no payment',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        await page.goto(addressOf(await goToBank(page, request)))
        await page.getByRole('button', { name: t('checkPaid') }).click()
        await expect(page.getByRole('status')).toHaveText(t('notPaidYet'))
        await expect(page.getByRole('link', { name: t('pay'), exact: true })).toBeVisible()
      },
    )

    test(
      'a reservation that needs the company’s confirmation waits for it',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const isScripted = javaScriptEnabled !== false
        const reserved = await reserveSome(request, language, 'BY_HAND')
        await page.goto(`${prefix}/payment?id=${reserved.id}`)
        await payOnPage(page, { isScripted })
        await expect(page.getByText(t('status.AWAITING_CONFIRMATION'), { exact: true })).toBeVisible()
        await expect(page.getByText(around(t('say.waiting', { company: GAP, until: GAP, city: GAP })))).toBeVisible()
        if (isScripted) await expectAccessible(page)
      },
    )

    test(
      'a voucher is found by its number and phone, in any digits',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const { id, number, driver } = await reserveSome(request, language)
        await page.goto(`${prefix}/voucher`)
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await find(page, { number: toPersianDigits(number.replace('SV-', '')), phone: toPersianDigits(driver.phone) })
        // The company knows number and phone, too: they show the reservation, and managing it needs its own address.
        await expect(page.getByText(t('shared'))).toBeVisible()
        await expect(page.getByRole('link', { name: t('sharedManage') })).toBeVisible()
        expect(page.url()).not.toContain(id)
      },
    )

    test(
      'a wrong number and a wrong phone get the same message, and what was typed stays',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const { number, driver } = await reserveSome(request, language)
        const other = await reserveSome(request, language)
        await page.goto(`${prefix}/voucher`)
        for (const phone of [other.driver.phone, driver.phone]) {
          await find(page, { number: phone === driver.phone ? 'SV-1' : number, phone })
          await expect(page.getByRole('alert')).toContainText(errors('voucher_not_found'))
          await expect(page.getByLabel(t('find.phone'))).toHaveValue(phone)
        }
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await find(page, { number, phone: 'abc' })
        await expect(page.getByRole('alert')).toContainText(errors('phone'))
      },
    )

    test('too many tries are refused with the time to wait', WITH_SCRIPTS, async ({ page }) => {
      // A network address of its own, so that the limit counts only this test's tries.
      await page.setExtraHTTPHeaders(freshAddress())
      await page.goto(`${prefix}/voucher`)
      const sentences = [1, 7].map((n) => around(errors('wait_minutes', { n }).replace(/\S*[17۱۷]/, GAP)).source)
      const waiting = page.getByRole('alert').getByText(new RegExp(sentences.join('|')))
      for (let tries = 0; tries < 12 && (await waiting.count()) === 0; tries++) {
        await find(page, { number: `SV-${tries + 1}`, phone: '9121234567' })
        await expect(page.getByRole('alert')).toBeVisible()
      }
      await expect(waiting).toBeVisible()
    })

    test(
      'former addresses redirect permanently to the voucher, and guessed ones answer 404',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const { id, number } = await reserveSome(request, language)
        for (const path of [`/v/${id}`, `/v/v/${id}`]) {
          const moved = await request.get(`${prefix}${path}?from=sms`, { maxRedirects: 0 })
          expect(moved.status()).toBe(301)
          expect(moved.headers().location).toBe(`${prefix}/voucher/${id}?from=sms`)
        }
        for (const path of ['/v', '/v/v']) {
          await page.goto(prefix + path)
          await expect(page).toHaveURL(`${prefix}/voucher`)
        }
        for (const path of [`/v/${number}`, `/v/v/${number.toLowerCase()}`]) {
          await page.goto(prefix + path)
          await expect(page).toHaveURL(new RegExp(`${prefix}/voucher\\?number=${number}$`, 'i'))
          await expect(page.getByLabel(t('find.number'))).toHaveValue(new RegExp(number, 'i'))
        }
        for (const guess of [number, id.slice(0, -1), `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`]) {
          expect((await page.goto(`${prefix}/voucher/${guess}`))?.status(), guess).toBe(404)
        }
      },
    )

    /** Makes a reservation and pays it at the bank. */
    async function paid(page: Page, request: Parameters<typeof reserveSome>[0]): Promise<TestReservation> {
      const reserved = await reserveSome(request, language)
      await page.goto(`${prefix}/payment?id=${reserved.id}`)
      await payOnPage(page, { isScripted: await isScripted(page) })
      return reserved
    }

    async function goToBank(page: Page, request: Parameters<typeof reserveSome>[0]): Promise<TestReservation> {
      const reserved = await reserveSome(request, language)
      await page.goto(`${prefix}/payment?id=${reserved.id}`)
      await page.getByRole('button', { name: around(payment('pay', { amount: GAP })) }).click()
      await page.waitForURL(/^http:\/\/127\.0\.0\.1/)
      return reserved
    }

    async function payOnPage(page: Page, how: { isScripted: boolean }) {
      await page.getByRole('button', { name: around(payment('pay', { amount: GAP })) }).click()
      await doAtBank(page, language, 'pay', how)
    }

    async function openVoucher(page: Page, reserved: TestReservation) {
      await page.goto(addressOf(reserved))
      await expect(page.getByRole('heading', { level: 1, name: booked })).toBeVisible()
    }

    async function find(page: Page, { number, phone }: { number: string; phone: string }) {
      await page.getByLabel(t('find.number')).fill(number)
      await page.getByLabel(t('find.countryCode')).selectOption(language === 'fa' ? '+98' : '+49')
      await page.getByLabel(t('find.phone')).fill(phone)
      await page.getByRole('button', { name: t('find.submit') }).click()
    }

    function addressOf({ id }: { id: string }) {
      return `${prefix}/voucher/${id}`
    }

    function factOf(page: Page, name: 'fact.paid' | 'fact.due' | 'fact.cancellation' | 'fact.receive') {
      const row = page.locator('dl.kv > div').filter({ has: page.getByText(t(name), { exact: true }) })
      return row.locator('dd')
    }

    function moneyOf(amount: number) {
      return formatMoney(amount, currencyOfLanguage(language), language)
    }
  })
}

for (const language of ['ar', 'tr', 'de'] as const) {
  const t = textFor(language, 'voucher')
  const payment = textFor(language, 'payment')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'the way from the payment to the printed voucher stays in the language',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const scripted = await isScripted(page)
        const reserved = await reserveSome(request, 'en')
        await page.goto(`/${language}/payment?id=${reserved.id}`)
        await expect(page.getByRole('heading', { level: 1, name: payment('title') })).toBeVisible()
        if (scripted) await expectAccessible(page)
        await page.getByRole('button', { name: around(payment('pay', { amount: GAP })) }).click()
        await doAtBank(page, 'en', 'pay', { isScripted: scripted })

        await expect(page).toHaveURL(`/${language}/voucher/${reserved.id}`)
        await expect(page.getByText(t('status.CONFIRMED'), { exact: true })).toBeVisible()
        if (scripted) await expectAccessible(page)
        const pdf = await page.pdf({ format: 'A4', printBackground: true })
        expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
        await page.goto(`/${language}/voucher/${reserved.id}/cancel`)
        await expect(page.getByRole('button', { name: t('cancel.yes') })).toBeVisible()
        if (scripted) await expectAccessible(page)
      },
    )
  })
}

/** Whether the page runs its own scripts; `page.evaluate` works without them, too. */
function isScripted(page: Page): Promise<boolean> {
  return page.evaluate(() => matchMedia('(scripting: enabled)').matches)
}
