import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { currencyOfLanguage, LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { chooseDate } from '../../support/browser/steps/choose-date.ts'
import { type OwnTestTrip, payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { type Newcomer, newcomer, signIn, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { around, freshAddress, GAP } from '../../support/browser/steps/traveller.ts'
import { completeRental } from '../../support/server/database/site-database.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'trips')
  const voucher = textFor(language, 'voucher')
  const booking = textFor(language, 'booking')
  const errors = textFor(language, 'errors')
  const list = `${prefix}/profile/reservations`
  const invoices = `${prefix}/profile/invoices`
  const pathOf = ({ id }: { id: string }) => `${prefix}/profile/reservation/${id}`
  const money = (amount: number) => formatMoney(amount, currencyOfLanguage(language), language)

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })
    let isScripted = false
    let person: Newcomer
    test.beforeEach(({ javaScriptEnabled }) => {
      isScripted = javaScriptEnabled !== false
      person = newcomer(language)
    })

    test('a visitor signs in and comes back to the list of trips', WITHOUT_SCRIPTS, async ({ page }) => {
      await page.goto(list)
      await expect(page).toHaveURL(`${prefix}/login?returnUrl=${encodeURIComponent(list)}`)
      await signIn(page, language, person, list)
      await expect(page.getByText(t('empty.title'))).toBeVisible()
      if (isScripted) await expectAccessible(page)
    })

    test(
      'an unpaid trip is paid from the list, and then shows each step, its price and its payment',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const trip = await reserveAs(request, language, person)
        await startSignedIn(page, language, person, list)
        const card = page.getByRole('listitem').filter({ hasText: localDigits(trip.number, language) })
        await expect(card).toContainText(voucher('status.AWAITING_PAYMENT'))
        await expect(card).toContainText(money(trip.total))
        if (isScripted) await expectAccessible(page)
        await page.goto(`${list}?only_successful=1`)
        await expect(page.getByText(t('empty.successful'))).toBeVisible()

        await page.goto(list)
        await card.getByRole('link', { name: around(t('next.pay', { until: GAP })) }).click()
        await payHere(page, language, isScripted)
        await page.goto(`${list}?only_successful=1`)
        await expect(card).toContainText(voucher('status.CONFIRMED'))
        await card.getByRole('heading').getByRole('link').click()

        await expect(page).toHaveURL(pathOf(trip))
        const way = page.getByRole('list', { name: t('way') })
        await expect(way.getByText(t('line.confirmed'))).toBeVisible()
        await expect(way.locator('[aria-current=step]')).toContainText(t('line.pickUp'))
        const price = page.getByRole('complementary', { name: t('price') })
        await expect(price.getByText(t('paid'), { exact: true })).toBeVisible()
        await expect(price).toContainText(numberIn(trip.payable_now))
        await expect(page.getByRole('region', { name: t('payments.title') })).toContainText(money(trip.payable_now))
        await expect(page.getByRole('link', { name: t('next.voucher') })).toHaveAttribute(
          'href',
          `${prefix}/voucher/${trip.id}`,
        )
        const file = await request.get(
          (await page.getByRole('link', { name: voucher('calendar') }).getAttribute('href')) ?? '',
        )
        expect(file.headers()['content-type']).toContain('text/calendar')
        await expect(page.getByRole('link', { name: t('next.again') })).toHaveAttribute(
          'href',
          new RegExp(`/${trip.adId}/${trip.start}/${trip.end}`),
        )
        if (isScripted) await expectAccessible(page)

        await page.getByRole('link', { name: voucher('cancelLink') }).click()
        await page.getByRole('button', { name: voucher('cancel.yes') }).click()
        await expect(page).toHaveURL(pathOf(trip))
        await expect(page.getByRole('status')).toContainText(money(trip.payable_now))
        await expect(way.locator('[aria-current=step]')).toContainText(t('line.cancelled'))
        await expect(price.getByText(t('refunded'), { exact: true })).toBeVisible()
        await expect(price.getByText(t('rest'), { exact: true })).toHaveCount(0)
        if (isScripted) await expectAccessible(page)
      },
    )

    test(
      'a file that is too large or no picture is refused as the guarantee’s picture',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const trip = await paidTrip(page, request, { asksDeposit: true })
        const box = depositBox(page)
        const send = page.getByRole('button', { name: t('deposit.send') })
        await box.setInputFiles({
          name: 'cheque.jpg',
          mimeType: 'image/jpeg',
          buffer: Buffer.from('no picture at all'),
        })
        await send.click()
        await expect(page.getByRole('alert')).toContainText(errors('image_type'))
        await expect(box).toHaveAttribute('aria-invalid', 'true')
        if (isScripted) await expectAccessible(page)
        const { buffer, ...named } = await pictureFile()
        for (const bytes of [10_000_001]) {
          await box.setInputFiles({ ...named, buffer: Buffer.concat([buffer, Buffer.alloc(bytes - buffer.length)]) })
          await send.click()
          await expect(page.getByRole('alert'), `${bytes}`).toContainText(errors('file_size'))
          await expect(box).toHaveAccessibleDescription(new RegExp(errors('file_size')))
          await page.goto(pathOf(trip))
        }
        await expect(page.getByRole('img', { name: t('deposit.alt') })).toHaveCount(0)
      },
    )

    test(
      'a picture of the guarantee is uploaded, replaced, and shown only to its owner',
      WITH_SCRIPTS,
      async ({ page, request, browser }) => {
        await paidTrip(page, request, { asksDeposit: true })
        const shown = page.getByRole('img', { name: t('deposit.alt') })
        await depositBox(page).setInputFiles(await pictureFile())
        await page.getByRole('button', { name: t('deposit.send') }).click()
        await expect(page.getByRole('status')).toHaveText(t('deposit.sent'))
        await expect(shown).toBeVisible()
        await expect(page.getByText(t('line.depositSent'), { exact: true })).toBeVisible()
        if (isScripted) await expectAccessible(page)
        const source = (await shown.getAttribute('src')) ?? ''
        const kept = await page.request.get(source)
        expect(kept.headers()['content-type']).toBe('image/jpeg')
        expect(kept.headers()['cache-control']).toContain('no-store')
        const first = await kept.body()
        expect((await sharp(first).metadata()).format).toBe('jpeg')
        const visitor = await browser.newContext({ baseURL: new URL(page.url()).origin })
        expect((await visitor.request.get(source, { maxRedirects: 0 })).status()).toBe(303)
        await visitor.close()

        await depositBox(page).setInputFiles(await pictureFile('#dca'))
        await page.getByRole('button', { name: t('deposit.replace') }).click()
        await expect(shown).not.toHaveAttribute('src', source)
        const second = await page.request.get((await shown.getAttribute('src')) ?? '')
        expect(first.equals(await second.body())).toBe(false)
      },
    )

    test(
      'a longer trip has to be paid first; a shorter one returns money to the wallet',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const trip = await paidTrip(page, request)
        await page.getByRole('link', { name: t('change.link') }).click()
        await expect(page).toHaveURL(`${pathOf(trip)}/change`)
        await page.getByRole('button', { name: t('change.show') }).click()
        await expect(page.getByText(t('change.nothing'))).toBeVisible()
        await expect(page.getByRole('button', { name: t('change.goNow') })).toHaveCount(0)

        await chooseReturn(page, addDays(trip.end, 2))
        await page.getByLabel(booking('extras.extra_driver')).check()
        await page.getByRole('button', { name: t('change.show') }).click()
        const pay = page.getByRole('button', { name: around(t('change.goPay', { amount: GAP })) })
        await expect(pay).toBeVisible()
        await expect(page.getByLabel(booking('extras.extra_driver'))).toBeChecked()
        if (isScripted) await expectAccessible(page)
        // The price difference is a page of its own in the browser's history.
        await page.goBack()
        await expect(page.getByText(t('change.nothing'))).toBeVisible()
        await page.goForward()
        await expect(page.getByLabel(booking('extras.extra_driver'))).toBeChecked()
        await pay.click()
        await expect(page.getByRole('heading', { name: t('waiting.title') })).toBeVisible()
        if (isScripted) await expectAccessible(page)

        await page.goto(pathOf(trip))
        await expect(page.getByText(t('waiting.title'))).toBeVisible()
        await expect(page.getByText(voucherDays(4)).first()).toBeVisible()
        await page.getByRole('link', { name: t('waiting.open') }).click()
        await payHere(page, language, isScripted)
        await expect(page).toHaveURL(pathOf(trip))
        await expect(page.getByText(voucherDays(6)).first()).toBeVisible()
        await expect(page.getByText(t('waiting.title'))).toHaveCount(0)
        await expect(page.getByRole('region', { name: t('payments.title') }).getByRole('listitem')).toHaveCount(2)

        await page.getByRole('link', { name: t('change.link') }).click()
        await chooseReturn(page, addDays(trip.start, 2))
        await page.getByLabel(booking('extras.extra_driver')).uncheck()
        await page.getByRole('button', { name: t('change.show') }).click()
        await expect(page.getByRole('complementary')).toContainText(t('change.less'))
        await page.getByRole('button', { name: t('change.goNow') }).click()
        await expect(page).toHaveURL(pathOf(trip))
        await expect(page.getByRole('status')).toHaveText(around(t('change.doneWallet', { amount: GAP })))
        await expect(page.getByText(voucherDays(2)).first()).toBeVisible()
      },
    )

    test('a requested change can be withdrawn', WITHOUT_SCRIPTS, async ({ page, request }) => {
      const trip = await paidTrip(page, request)
      await page.goto(`${pathOf(trip)}/change`)
      await chooseReturn(page, addDays(trip.end, 3))
      await page.getByRole('button', { name: t('change.show') }).click()
      await page.getByRole('button', { name: around(t('change.goPay', { amount: GAP })) }).click()
      await page.getByRole('button', { name: t('waiting.drop') }).click()
      await expect(page.getByRole('status')).toHaveText(t('waiting.dropped'))
      await expect(page.getByText(voucherDays(4)).first()).toBeVisible()
    })

    test(
      'errors of a change are at their fields, and an unpaid trip cannot be changed',
      WITH_SCRIPTS,
      async ({ page, request }) => {
        const trip = await paidTrip(page, request)
        await page.goto(`${pathOf(trip)}/change`)
        await chooseReturn(page, addDays(trip.start, -1))
        await page.getByRole('button', { name: t('change.show') }).click()
        await expect(page.getByRole('alert')).toContainText(errors('return_before_pickup'))
        if (isScripted) await expectAccessible(page)
        const unpaid = await reserveAs(request, language, person)
        expect((await page.goto(`${pathOf(unpaid)}/change`))?.status()).toBe(409)
        await expect(page.getByText(t('change.impossible'))).toBeVisible()
      },
    )

    test(
      'a completed rental is rated once, commented, and booked again without its old dates',
      WITH_SCRIPTS,
      async ({ page, request }) => {
        const trip = await paidTrip(page, request)
        await completeRental(trip.id)
        await page.goto(pathOf(trip))
        await expect(page.getByText(voucher('status.COMPLETED'), { exact: true })).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await expectToFit(page)
        await page.getByRole('radio', { name: t('rate.stars', { n: localDigits(4, language) }) }).check()
        await page.getByRole('button', { name: t('rate.send'), exact: true }).click()
        await expect(page.getByRole('status')).toHaveText(t('rate.thanks'))
        await expect(page.getByText(t('rate.given'))).toBeVisible()
        await expect(page.getByRole('button', { name: t('rate.send'), exact: true })).toHaveCount(0)

        const words = language === 'fa' ? 'خودرو تمیز و آماده بود.' : 'The car was clean and ready.'
        await page.getByLabel(t('comment.label')).fill(words)
        await page.getByRole('button', { name: t('comment.send') }).click()
        await expect(page.getByRole('status')).toHaveText(t('comment.thanks'))
        if (isScripted) await expectAccessible(page)

        const again = await page.request.post(pathOf(trip), {
          form: { intent: 'rate', score: '5' },
          headers: { origin: new URL(page.url()).origin },
          maxRedirects: 0,
        })
        expect(again.status()).toBe(409)
        expect(await again.text()).toContain(errors('not_rateable'))
      },
    )

    test(
      'payments are listed with their numbers, and each has an invoice of one printed page',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const trip = await paidTrip(page, request)
        await page.goto(invoices)
        const row = page.getByRole('row').filter({ hasText: localDigits(trip.number.replace('SV-', ''), language) })
        await expect(row).toContainText(money(trip.payable_now))
        await expect(row).toContainText(t('status.PAID'))
        if (isScripted) await expectAccessible(page)
        await row.getByRole('link').first().click()
        await expect(page.getByRole('article')).toContainText(t('invoice.sum'))
        const link = await page.getByRole('link', { name: t('invoice.pdf'), exact: true }).getAttribute('href')
        const file = await page.request.get(link ?? '')
        expect(file.headers()['content-disposition']).toMatch(/^inline; filename=".+-F\d{6}\.pdf"$/)
        expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
        await expect(page.getByRole('article')).toContainText(numberIn(trip.payable_now))
        await expect(page.getByRole('article')).toContainText(language === 'fa' ? 'آرمان رستگار' : 'Nora Winter')
        if (isScripted) await expectAccessible(page)
        const pdf = await page.pdf({ format: 'A4', printBackground: true })
        expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      },
    )

    test(
      'what a cancellation gives back has a credit note, on its page and as a PDF',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const trip = await paidTrip(page, request)
        await page.goto(`${prefix}/voucher/${trip.id}/cancel`)
        await page.getByRole('button', { name: voucher('cancel.yes') }).click()
        await expect(page.getByRole('button', { name: voucher('cancel.yes') })).toHaveCount(0)
        await page.goto(invoices)
        const row = page.getByRole('row').filter({ hasText: localDigits(trip.number.replace('SV-', ''), language) })
        await expect(row).toContainText(numberIn(trip.payable_now))
        if (isScripted) await expectAccessible(page)
        await row.getByRole('link', { name: /G/ }).click()
        await expect(page.getByRole('article')).toContainText(t('credit.sum'))
        await expect(page.getByRole('article')).toContainText(t('credit.reason.REFUND'))
        if (isScripted) await expectAccessible(page)
        const link = await page.getByRole('link', { name: t('credit.pdf'), exact: true }).getAttribute('href')
        const file = await page.request.get(link ?? '')
        expect(file.headers()['content-disposition']).toMatch(/^inline; filename=".+-G\d{6}\.pdf"$/)
        await page.locator('#documents').getByRole('link').last().click()
        await expect(page.getByRole('article')).toContainText(t('invoice.sum'))
      },
    )

    test(
      'an invoice is issued again for a business, whose number has to be right',
      WITHOUT_SCRIPTS,
      async ({ page, request }) => {
        const trip = await paidTrip(page, request)
        await page.goto(pathOf(trip))
        await page.getByRole('link', { name: t('recipient'), exact: true }).click()
        const business = textFor(language, 'recipient')
        const field = (name: Parameters<typeof business>[0]) => page.getByLabel(business(name)).first()
        await field('name').fill('Müller GmbH')
        await field('country').fill('Germany')
        await field('taxNumber').fill('DE136695975')
        await field('address').fill('Domstraße 1')
        await page.getByRole('button', { name: business('save'), exact: true }).click()
        await expect(page.getByText(errors('check_digit')).first()).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await expect(field('name')).toHaveValue('Müller GmbH')
        await field('taxNumber').fill('DE136695976')
        await page.getByRole('button', { name: business('save'), exact: true }).click()
        await expect(page.getByRole('status')).toHaveText(business('saved'))
        await page.goto(invoices)
        const row = page.getByRole('row').filter({ hasText: localDigits(trip.number.replace('SV-', ''), language) })
        await row.getByRole('link').first().click()
        await expect(page.getByRole('article')).toContainText('Müller GmbH')
        await expect(page.getByRole('article')).toContainText(t('credit.replaces'))
        if (isScripted) await expectAccessible(page)
      },
    )

    test('other people’s trips and payments answer 404', WITHOUT_SCRIPTS, async ({ page, request, browser }) => {
      const trip = await paidTrip(page, request)
      await page.goto(invoices)
      const invoice = (await page.getByRole('row').nth(1).getByRole('link').first().getAttribute('href')) ?? ''
      const other = await browser.newContext({
        locale: LOCALE_TAGS[language],
        javaScriptEnabled: isScripted,
        extraHTTPHeaders: freshAddress(),
        baseURL: new URL(page.url()).origin,
      })
      const stranger = await other.newPage()
      await startSignedIn(stranger, language, newcomer(language), list)
      for (const path of [
        pathOf(trip),
        `${pathOf(trip)}/change`,
        `${pathOf(trip)}/deposit`,
        invoice,
        `${invoice}/invoice.pdf`,
        pathOf({ id: trip.number }),
      ]) {
        expect((await stranger.goto(path))?.status(), path).toBe(404)
      }
      await other.close()
    })

    /** Makes a trip of the signed-in person, pays it at the bank, and opens its page. */
    async function paidTrip(
      page: Page,
      request: Parameters<typeof reserveAs>[0],
      wanted: { asksDeposit?: boolean } = {},
    ): Promise<OwnTestTrip> {
      const trip = await reserveAs(request, language, person, wanted)
      await startSignedIn(page, language, person, list)
      await page.goto(`${prefix}/payment?id=${trip.id}`)
      await payHere(page, language, isScripted)
      await page.goto(pathOf(trip))
      await expect(page.getByText(voucher('status.CONFIRMED'), { exact: true })).toBeVisible()
      return trip
    }

    function depositBox(page: Page) {
      return page.getByLabel(around(t('deposit.label', { type: GAP, amount: GAP })))
    }

    function chooseReturn(page: Page, date: string) {
      return chooseDate(page.getByRole('group', { name: t('change.return') }), language, date)
    }

    function voucherDays(n: number) {
      return textFor(language, 'common')('trip.days', { n })
    }

    /** An amount without its unit, which bills show separately. */
    function numberIn(amount: number) {
      return money(amount).replace(/[^\d۰-۹٬,.]/g, '')
    }
  })
}

async function pictureFile(background = '#cde') {
  const drawing = sharp({ create: { width: 640, height: 400, channels: 3, background } })
  return { name: 'cheque.png', mimeType: 'image/png', buffer: await drawing.png().toBuffer() }
}
