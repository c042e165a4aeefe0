import { expect, type Page, test } from '@playwright/test'
import { formatMoney } from '#app/i18n/format/money.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { currencyOfLanguage, LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { doAtBank } from '../../support/browser/steps/at-bank.ts'
import { reserveSome, type TestReservation } from '../../support/browser/steps/reserved.ts'
import { newcomer, signIn, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { apiAddress, around, freshAddress, GAP } from '../../support/browser/steps/traveller.ts'
import { endHold } from '../../support/server/database/site-database.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'payment')
  const voucher = textFor(language, 'voucher')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('a payment leads to the voucher, and returning twice, reloading and Back change nothing', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const reserved = await reserveSome(request, language)
      const returns: string[] = []
      page.on('request', (sent) => {
        if (/external/.test(sent.url())) returns.push(`${sent.url()} ${sent.postData() ?? ''}`)
      })
      await openPayment(page, reserved)
      await expect(page.getByText(around(t('held', { until: GAP, city: GAP })))).toBeVisible()
      const steps = await page.evaluate(() => history.length)
      await expect(page.locator('input[name=gateway]')).toHaveValue(language === 'fa' ? 'saman' : 'yekpay')
      await pay(page, reserved)
      await doAtBank(page, language, 'pay', { isScripted: javaScriptEnabled !== false })

      const address = `${prefix}/voucher/${reserved.id}`
      await expect(page).toHaveURL(address)
      await expect(page.getByText(voucher('status.CONFIRMED'))).toBeVisible()
      await page.reload()
      await expect(page.getByText(voucher('status.CONFIRMED'))).toBeVisible()

      // Back to the payment page, past the bank's pages, which the browser would have to send again.
      const requested = page.waitForRequest((sent) => sent.url().includes(`/payment?id=${reserved.id}`))
      await page.evaluate((before) => history.go(before - history.length), steps)
      await requested
      await expect(page).toHaveURL(address)
      await expect(page.getByText(voucher('status.CONFIRMED'))).toBeVisible()

      const [back, form] = returns[0]?.split(' ') ?? []
      const again = form
        ? await request.post(back ?? '', { form: Object.fromEntries(new URLSearchParams(form)) })
        : await request.get(back ?? '')
      expect(new URL(again.url()).pathname).toBe(address)

      await page.goto(`${prefix}/payment?id=${reserved.id}`)
      await expect(page).toHaveURL(address)
    })

    test(
      'a visitor with a wallet signs in on the payment page and comes back to it',
      WITHOUT_SCRIPTS,
      async ({ page, request, context }) => {
        await context.setExtraHTTPHeaders(freshAddress())
        const reserved = await reserveSome(request, language)
        const person = newcomer(language)
        const offer = page.getByRole('main').locator('a[href*="/login?returnUrl="]')
        await openPayment(page, reserved)
        const { pathname, search } = new URL((await offer.getAttribute('href')) ?? '', page.url())
        expect(pathname).toBe(`${prefix}/login`)
        await signIn(page, language, person, new URLSearchParams(search).get('returnUrl') ?? '')
        await expect(page).toHaveURL(`${prefix}/payment?id=${reserved.id}`)
        await expect(offer).toHaveCount(0)
      },
    )

    test('a cancelled payment charges nothing, and the reservation can still be paid', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const reserved = await reserveSome(request, language)
      await openPayment(page, reserved)
      await pay(page, reserved)
      await doAtBank(page, language, 'cancel', { isScripted })
      await expect(page).toHaveURL(`${prefix}/payment?id=${reserved.id}`)
      await expect(page.getByText(t('last.CANCELLED'))).toBeVisible()
      await expect(page.getByText(around(t('held', { until: GAP, city: GAP })))).toBeVisible()
      if (isScripted) await expectAccessible(page)
      await pay(page, reserved)
      await doAtBank(page, language, 'pay', { isScripted })
      await expect(page).toHaveURL(`${prefix}/voucher/${reserved.id}`)
    })

    test('a failed payment says so and can be repeated', WITH_SCRIPTS, async ({ page, request, javaScriptEnabled }) => {
      const isScripted = javaScriptEnabled !== false
      const reserved = await reserveSome(request, language)
      await openPayment(page, reserved)
      await pay(page, reserved)
      await doAtBank(page, language, 'fail', { isScripted })
      await expect(page.getByText(t('last.FAILED'))).toBeVisible()
      await expect(payButton(page, reserved)).toBeVisible()
    })

    test(
      'an expired hold offers the same vehicle on the same dates',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const reserved = await reserveSome(request, language)
        await endHold(reserved.id)
        const answer = await page.goto(`${prefix}/payment?id=${reserved.id}`)
        expect(answer?.status()).toBe(410)
        await expect(page.getByRole('heading', { level: 1, name: t('expired.title') })).toBeVisible()
        const again = page.getByRole('link', { name: t('expired.again') })
        await expect(again).toHaveAttribute(
          'href',
          new RegExp(`${prefix}/book/\\w+/${reserved.adId}/${reserved.start}/${reserved.end}`),
        )
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await again.click()
        await expect(page).toHaveURL(new RegExp(`/${reserved.adId}/${reserved.start}/${reserved.end}`))
      },
    )

    test(
      'a second tab finds the reservation already paid',
      WITH_SCRIPTS,
      async ({ page, context, request, javaScriptEnabled }) => {
        const reserved = await reserveSome(request, language)
        await openPayment(page, reserved)
        const second = await context.newPage()
        await openPayment(second, reserved)
        await pay(page, reserved)
        await doAtBank(page, language, 'pay', { isScripted: javaScriptEnabled !== false })
        await expect(page).toHaveURL(`${prefix}/voucher/${reserved.id}`)
        await payButton(second, reserved).click()
        await expect(second).toHaveURL(`${prefix}/voucher/${reserved.id}`)
      },
    )

    test('a forged return from the bank pays nothing', WITHOUT_SCRIPTS, async ({ page, request }) => {
      const reserved = await reserveSome(request, language)
      await openPayment(page, reserved)
      await pay(page, reserved)
      await page.waitForURL(/^http:\/\/127\.0\.0\.1/)
      const shown = await (
        await request.get(apiAddress(`/api/business/rent/ad/reserve/${reserved.id}/voucher/`))
      ).json()
      const path = language === 'fa' ? '/external-pay' : '/en/external_yek'
      const forged = 'State=OK&Status=2&RefNum=forged-receipt&success=1&authority=1'
      await page.goto(`${path}?payment=${shown.payment.id}&${forged}`)
      await expect(page).toHaveURL(`${prefix}/payment?id=${reserved.id}`)
      await expect(page.getByText(t('asking.text'))).toBeVisible()
      await expect(payButton(page, reserved)).toHaveCount(0)
      await page.getByRole('link', { name: t('asking.unpaid') }).click()
      await expect(payButton(page, reserved)).toBeVisible()
      await page.goto(`${prefix}/voucher/${reserved.id}`)
      await expect(page.getByText(voucher('status.AWAITING_PAYMENT'))).toBeVisible()
    })

    test(
      'an unknown payment is a 404 page with a link to the reservation',
      WITHOUT_SCRIPTS,
      async ({ page, javaScriptEnabled }) => {
        const answer = await page.goto(`${prefix}/payment?id=SV-48213`)
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1, name: t('unknown.title') })).toBeVisible()
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await page
          .getByRole('main')
          .getByRole('link', { name: t('unknown.find') })
          .click()
        await expect(page).toHaveURL(`${prefix}/voucher`)
      },
    )

    test(
      'a return from the bank without a known payment leads to the list of payments',
      WITH_SCRIPTS,
      async ({ page }) => {
        const paths = ['/payment', '/pay_redirect', '/external-pay', `/external-pay-backup?payment=${'x'.repeat(22)}`]
        for (const path of paths) {
          await page.goto(prefix + path)
          await expect(page, path).toHaveURL(`${prefix}/voucher`)
          await expect(page.getByRole('status')).toContainText(t('unknown.unnamed'))
        }
        await startSignedIn(page, language, newcomer(language), `${prefix}/profile/invoices`)
        for (const path of paths) {
          await page.goto(prefix + path)
          await expect(page, path).toHaveURL(`${prefix}/profile/invoices`)
        }
      },
    )

    test(
      'the payment page is not indexed by search engines or kept in caches',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const reserved = await reserveSome(request, language)
        const answer = await page.goto(`${prefix}/payment?id=${reserved.id}`)
        expect(answer?.headers()['cache-control']).toBe('private, no-store')
        await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
        if (javaScriptEnabled === false) return
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectAccessible(page)
      },
    )

    async function openPayment(tab: Page, { id }: TestReservation) {
      await tab.goto(`${prefix}/payment?id=${id}`)
      await expect(tab.getByRole('heading', { level: 1, name: t('title') })).toBeVisible()
    }

    async function pay(tab: Page, reserved: TestReservation) {
      await payButton(tab, reserved).click()
    }

    function payButton(tab: Page, { payable_now }: TestReservation) {
      const amount = formatMoney(payable_now, currencyOfLanguage(language), language)
      return tab.getByRole('button', { name: t('pay', { amount }) })
    }
  })
}
