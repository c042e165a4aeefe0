import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { doAtBank } from '../../support/browser/steps/at-bank.ts'
import { startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { type Rented, rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { bringToDesk } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'protocol')
  const desk = textFor(language, 'desk')
  const errors = textFor(language, 'errors')
  // In one language the customer pays at the bank; in the other the desk receives the money.
  const paysOnline = language === 'en'
  const payNow = new RegExp(t('charges.payNow', { amount: '#' }).replace('#', '.+'))

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'a hand-over record leads to a charge that the customer accepts and the company receives',
      WITH_SCRIPTS,
      async ({ page, request, browser, javaScriptEnabled }) => {
        test.setTimeout(180_000)
        const isScripted = javaScriptEnabled !== false
        const companyId = await makeCompany()
        const rented = await rentFrom(request, companyId)
        await bringToDesk(rented.id, 'CONFIRMED')
        await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
        const one = `${prefix}/desk/reservations/${rented.id}`

        // Everything typed stays, and all errors are shown at once.
        await page.goto(`${one}/hand-over`)
        await page.getByLabel(t('fact.odometer')).fill('many')
        await page.getByLabel(t('fact.handed_by')).fill('Leila')
        await page.getByRole('button', { name: t('finish.PICK_UP') }).click()
        await expect(page.getByLabel(t('fact.odometer'))).toHaveAccessibleDescription(new RegExp(errors('number')))
        await expect(page.getByLabel(t('fact.odometer'))).toHaveValue('many')
        if (isScripted) await expectAccessible(page)
        await expectToFit(page)

        await page.getByLabel(t('fact.odometer')).fill('۴۸٬۲۳۶')
        await page.getByRole('radio', { name: t('full') }).check({ force: true })
        await page.getByRole('button', { name: t('addAt', { zone: t('zone.BONNET') }) }).click()
        await expect(page.getByText(t('damage.SCRATCH')).last()).toBeVisible()
        await expect(page.getByLabel(t('fact.odometer'))).toHaveValue('۴۸٬۲۳۶')
        await page.goto(`${one}/hand-over`)
        await expect(page.getByLabel(t('fact.odometer'))).toHaveValue('۴۸٬۲۳۶')

        await page.locator('input[name="photo.FRONT"]').setInputFiles(await picture())
        if (isScripted) await expect(page.getByText(t('uploaded', { name: 'front.png' }))).toBeVisible()
        await page.getByRole('button', { name: t('finish.PICK_UP') }).click()
        await expect(page.getByText(desk('act.hand_over.done'))).toBeVisible()
        await expect(page.getByRole('heading', { name: t('record.PICK_UP') })).toBeVisible()
        await expect(page.getByRole('img', { name: new RegExp(t('view.FRONT')) })).toBeVisible()
        if (isScripted) await expectAccessible(page)

        await page.goto(`${one}/take-back`)
        await page.getByLabel(t('fact.received_by')).fill('Leila')
        await page.getByLabel(t('fact.odometer')).fill('48000')
        await page.getByRole('radio', { name: /^(۶|6)\/(۸|8)$/ }).check({ force: true })
        await page.getByRole('button', { name: t('finish.RETURN') }).click()
        await expect(page.getByLabel(t('fact.odometer'))).toHaveAttribute('aria-invalid', 'true')
        // No rent was collected at the desk: closing requires a reason, and the rent can still be recorded.
        await expect(page.getByLabel(t('rent.openReason'))).toHaveAttribute('aria-invalid', 'true')
        await page.getByLabel(t('rent.openReason')).fill('Pays by invoice')
        await page.getByLabel(t('fact.odometer')).fill('48300')
        await page.getByRole('button', { name: t('finish.RETURN') }).click()
        await expect(page.getByText(desk('act.take_back.done'))).toBeVisible()
        await expect(page.getByText(t('unsent.waits'))).toBeVisible()
        await page.goto(`${prefix}/desk/reservations?list=rent_open`)
        await page.getByRole('link', { name: localDigits(rented.number, language) }).click()
        await page.getByRole('link', { name: desk('one.recordRent') }).click()
        if (isScripted) await expectAccessible(page)
        await page.getByLabel(t('by')).selectOption('CARD')
        await page.getByRole('button', { name: t('rent.record') }).click()
        await expect(page.getByText(t('rent.done'))).toBeVisible()
        await expect(page.getByRole('link', { name: desk('one.recordRent') })).toHaveCount(0)

        // What the return proposes waits: it is changed and sent, and only then the customer is asked.
        await expect(page.getByText(t('proposalStatus.DRAFT'), { exact: true })).toBeVisible()
        await page.goto(`${prefix}/desk`)
        await page
          .getByRole('region', { name: desk('today.drafts') })
          .getByRole('link')
          .first()
          .click()
        await page.getByRole('link', { name: t('unsent.edit') }).click()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const fuel = page.getByRole('main').getByRole('textbox').first()
        await fuel.fill('9999999')
        await page.getByRole('button', { name: t('hand.submit') }).click()
        await expect(fuel).toHaveAccessibleDescription(new RegExp(errors('above_terms')))
        await expect(fuel).toHaveValue('9999999')
        if (isScripted) await expectAccessible(page)
        await expectToFit(page)
        await fuel.fill(localDigits('200000', language))
        await page.getByLabel(t('hand.reason')).fill('Half of it')
        await page.getByRole('button', { name: t('hand.save') }).click()
        await expect(page.getByText(t('hand.saved'))).toBeVisible()
        await page.goto(one)
        await expect(page.getByText('Half of it')).toBeVisible()
        const send = new RegExp(t('unsent.send', { amount: '#' }).replace('#', '.+'))
        await page.getByRole('button', { name: send }).click()
        await expect(page.getByText(t('proposalStatus.OPEN'))).toBeVisible()

        // A reading that was wrong is corrected; both sides read why.
        await page.goto(`${one}/odometer/return`)
        await page.getByLabel(t('correct.right')).fill('47000')
        await page.getByLabel(t('correct.reason')).fill('One digit was blurred')
        await page.getByRole('button', { name: t('correct.submit') }).click()
        await expect(page.getByLabel(t('correct.right'))).toHaveAttribute('aria-invalid', 'true')
        if (isScripted) await expectAccessible(page)
        await page.getByLabel(t('correct.right')).fill('48310')
        await page.getByRole('button', { name: t('correct.submit') }).click()
        await expect(page.getByText(t('correct.done'))).toBeVisible()
        await expect(page.getByText('One digit was blurred')).toBeVisible()

        await accept(browser, page, rented, isScripted)
        await page.goto(one)
        if (paysOnline) await expect(page.getByText(t('paidBy.ONLINE'))).toBeVisible()
        else {
          await expect(page.getByText(t('proposalStatus.ACCEPTED'))).toBeVisible()
          await page.getByRole('button', { name: t('desk.received') }).click()
        }
        await expect(page.getByText(t('proposalStatus.PAID'), { exact: true })).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await expectToFit(page)
      },
    )

    /** Pays at the bank, from the charge's own page. */
    async function payCharge(page: Page, isScripted: boolean) {
      await page.getByRole('link', { name: /./ }).filter({ hasText: payNow }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('charges.payTitle') })).toBeVisible()
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      await page.getByRole('main').getByRole('button').last().click()
      await doAtBank(page, language, 'pay', { isScripted })
      await expect(page.getByText(t('paidBy.ONLINE'))).toBeVisible()
      await expect(page.getByText(t('proposalStatus.PAID'), { exact: true })).toBeVisible()
    }

    /** The customer, in another browser, sees the record and the proposed charge and accepts it. */
    async function accept(browser: Browser, staff: Page, { id, customer }: Rented, isScripted: boolean) {
      const baseURL = new URL(staff.url()).origin
      const theirs = await browser.newContext({
        baseURL,
        locale: LOCALE_TAGS[language],
        extraHTTPHeaders: freshAddress(),
        javaScriptEnabled: isScripted,
      })
      const page = await theirs.newPage()
      await startSignedIn(page, 'fa', customer, `/profile/reservation/${id}`)
      await page.goto(`${prefix}/profile/reservation/${id}`)
      await expect(page.getByRole('heading', { name: t('record.RETURN') })).toBeVisible()
      const photo = await page.getByRole('img', { name: new RegExp(t('view.FRONT')) }).getAttribute('src')
      expect((await page.request.get(photo ?? '')).status()).toBe(200)
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      await page.getByRole('button', { name: t('charges.accept') }).click()
      await expect(page.getByText(t('proposalStatus.ACCEPTED'))).toBeVisible()
      if (paysOnline) await payCharge(page, isScripted)
      await theirs.close()
      // Nobody else can see the photo.
      const stranger = await browser.newContext({ baseURL, extraHTTPHeaders: freshAddress() })
      const refused = await stranger.request.get(photo ?? '', { maxRedirects: 0 })
      expect(refused.status()).not.toBe(200)
      await stranger.close()
    }
  })
}

async function picture() {
  const drawing = sharp({ create: { width: 64, height: 40, channels: 3, background: '#cde' } })
  return { name: 'front.png', mimeType: 'image/png', buffer: await drawing.png().toBuffer() }
}
