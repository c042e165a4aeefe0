import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { unitOf } from '#app/i18n/format/money.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { COVER_PARTS } from '#app/rules/reservation/cover.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { around, freshAddress, GAP, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { makeAgent } from '../../support/server/database/site-database.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

const start = addDays(todayInTehran(), 30)
const digitsOf = (text: string | null) => toLatinDigits(text ?? '').replaceAll(/\D/g, '')

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'company')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an owner adds and pauses a place, prices extras and sets the terms that travellers read',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        test.setTimeout(180_000)
        const isScripted = javaScriptEnabled !== false
        const companyId = await makeCompany({})
        const { id } = await makeVehicle({ companyId })
        const person = newcomer('fa')
        await signInByApi(request, person)
        await makeAgent(person.sentTo, companyId)
        await startSignedIn(page, 'fa', person, `${prefix}/desk/company/places`)
        await seesWell(page, isScripted)

        await addPlace(page, isScripted)
        const booking = `${prefix}/book/car/${id}/${start}/${addDays(start, 2)}`
        await page.goto(booking)
        await expect(page.getByRole('main')).toContainText('Beach hotels')
        await pausePlace(page)
        await page.goto(booking)
        await expect(page.getByRole('main')).not.toContainText('Beach hotels')

        await keepWeek(page)
        await priceExtras(page, isScripted)
        await stateCover(page, companyId)
        await sellFlexible(page, booking)
        await setTerms(page, isScripted)
        await setLateFee(page, booking)
      },
    )

    test(
      'an owner uploads a logo, which the company’s page and its vehicles show until it is removed',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const isScripted = javaScriptEnabled !== false
        const agency = textFor(language, 'agency')
        const companyId = await makeCompany({})
        const { id } = await makeVehicle({ companyId })
        const person = newcomer('fa')
        await signInByApi(request, person)
        await makeAgent(person.sentTo, companyId)
        await startSignedIn(page, 'fa', person, `${prefix}/desk/company`)
        const card = page.getByRole('region', { name: agency('logo.title') })
        const file = card.getByLabel(agency('logo.file'))
        await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
        await card.getByRole('button', { name: agency('logo.set') }).click()
        await expect(file).toHaveAccessibleDescription(new RegExp(errors('image_type').slice(0, 12)))
        await seesWell(page, isScripted)

        const buffer = await sharp({ create: { width: 300, height: 120, channels: 3, background: '#a37' } })
          .png()
          .toBuffer()
        await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
        await card.getByRole('button', { name: agency('logo.set') }).click()
        await expect(page.getByText(agency('logo.saved'))).toBeVisible()
        for (const path of [`/companies/${companyId}`, `/book/car/${id}`]) {
          await page.goto(prefix + path)
          await expect(page.getByRole('main').locator('img.company-logo')).not.toHaveJSProperty('naturalWidth', 0)
        }
        await page.goto(`${prefix}/desk/company`)
        await card.getByRole('button', { name: agency('logo.remove') }).click()
        await expect(page.getByText(agency('logo.removed'))).toBeVisible()
        await expect(card.locator('img')).toHaveCount(0)
      },
    )

    test(
      'an owner chooses who is notified of what, saves a view of the list, and downloads the statement',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        test.setTimeout(180_000)
        const isScripted = javaScriptEnabled !== false
        const staff = textFor(language, 'staff')
        const desk = textFor(language, 'desk')
        const companyId = await makeCompany({})
        const person = newcomer('fa')
        await signInByApi(request, person)
        await makeAgent(person.sentTo, companyId)
        await startSignedIn(page, 'fa', person, `${prefix}/desk/notices`)
        await seesWell(page, isScripted)
        const way = (event: 'confirm' | 'new', by: 'sms' | 'email' | 'push') =>
          page.getByRole('group', { name: staff(`notices.${event}`) }).getByLabel(staff(`notices.way.${by}`))
        for (const by of ['sms', 'email', 'push'] as const) await way('confirm', by).uncheck()
        await page.getByRole('button', { name: staff('notices.save') }).click()
        await expect(page.getByRole('alert')).toContainText(errors('nobody_hears'))
        await expect(way('confirm', 'sms')).not.toBeChecked()
        if (isScripted) await expectAccessible(page)
        await way('confirm', 'sms').check()
        await way('new', 'sms').uncheck()
        await page.getByRole('button', { name: staff('notices.save') }).click()
        await expect(page.getByText(staff('notices.done'))).toBeVisible()
        await expect(way('confirm', 'sms')).toBeChecked()
        await expect(way('new', 'sms')).not.toBeChecked()

        await page.goto(`${prefix}/desk/reservations?list=late`)
        await page.getByText(desk('views.manage')).click()
        await page.getByRole('textbox', { name: desk('views.name') }).fill('Late ones')
        await page.getByRole('button', { name: desk('views.save') }).click()
        await expect(page.getByText(desk('views.saved'))).toBeVisible()
        await page.goto(`${prefix}/desk/reservations`)
        await seesWell(page, isScripted)
        await page
          .getByRole('navigation', { name: desk('views.title') })
          .getByRole('link')
          .click()
        await expect(page).toHaveURL(/list=late/)
        await page.getByText(desk('views.manage')).click()
        await page.getByRole('button', { name: new RegExp(`^${desk('views.remove')}`) }).click()
        await expect(page.getByText(desk('views.removed'))).toBeVisible()

        const file = await page.request.get(`${prefix}/desk/statement.csv`)
        expect(file.headers()['content-disposition']).toContain('statement.csv')
        expect(await file.text()).toContain(textFor(language, 'payouts')('statement.after'))
        const paper = await page.request.get(`${prefix}/desk/statement.pdf`)
        expect(paper.headers()['content-disposition']).toMatch(/^inline; filename="statement-(IRT|EUR)\.pdf"$/)
        expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-')
      },
    )

    async function seesWell(page: Page, isScripted: boolean) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectToFit(page)
      if (isScripted) await expectAccessible(page)
    }

    /** Invalid values stay, with the reason beside each field. */
    async function addPlace(page: Page, isScripted: boolean) {
      await page.getByRole('link', { name: t('places.add') }).click()
      await seesWell(page, isScripted)
      const name = page.locator(`[name=name_${language}]`)
      const fee = page.locator('[name=receive_fee]')
      await page.getByLabel(t('place.city')).selectOption({ index: 1 })
      await page.getByLabel(t('place.kind')).selectOption('HOTEL')
      await fee.fill('1000000000000')
      await page.locator('[name=return_fee]').fill('هزار')
      await page.locator(`[name=address_${language}]`).fill('East Coast Road')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(page.locator('[name=return_fee]')).toHaveAccessibleDescription(new RegExp(errors('number')))
      await page.locator('[name=return_fee]').fill('')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(name).toHaveAccessibleDescription(/./)
      await name.fill('Beach hotels')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(fee).toHaveAccessibleDescription(/1.?000.?000.?000|۱٬۰۰۰٬۰۰۰٬۰۰۰/)
      await expect(fee).toHaveValue('1000000000000')
      if (isScripted) await expectAccessible(page)
      await fee.fill('۱۲٬۰۰۰')
      await page.getByLabel(t('place.city')).selectOption({ label: language === 'fa' ? 'قشم' : 'Qeshm' })
      await page.getByRole('button', { name: t('save') }).click()
      await expect(page.getByText(t('places.added'))).toBeVisible()
      const card = page.getByRole('region', { name: 'Beach hotels' })
      expect(digitsOf(await card.textContent())).toContain('12000')
    }

    async function pausePlace(page: Page) {
      await page.goto(`${prefix}/desk/company/places`)
      const card = page.getByRole('region', { name: 'Beach hotels' })
      await card.getByRole('button').click()
      await expect(page.getByText(t('places.pausedNow'))).toBeVisible()
      await expect(card.getByText(t('places.paused'), { exact: true })).toBeVisible()
    }

    async function priceExtras(page: Page, isScripted: boolean) {
      await page.goto(`${prefix}/desk/company/extras`)
      await seesWell(page, isScripted)
      const seat = page.getByLabel(t('extras.child_seat_price'))
      await seat.fill('many')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(seat).toHaveAccessibleDescription(errors('number'))
      await expect(seat).toHaveValue('many')
      await seat.fill('۵۵٬۰۰۰')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(page.getByText(t('extras.done'))).toBeVisible()
      expect(digitsOf(await seat.inputValue())).toBe('55000')
    }

    /** A price and until when; then a traveller adds it, and the bill and the six terms say so. */
    async function sellFlexible(page: Page, booking: string) {
      await page.goto(`${prefix}/desk/company/extras`)
      const [percent, perDay] = [page.getByLabel(t('extras.flex_percent')), page.getByLabel(t('extras.flex_per_day'))]
      await percent.fill('10')
      await perDay.fill('1000')
      await page.getByLabel(t('extras.flex_until_hours')).fill('6')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(perDay).toHaveAccessibleDescription(errors('one_price'))
      await perDay.fill('')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(page.getByText(t('extras.done'))).toBeVisible()
      await page.goto(booking)
      const bookingText = textFor(language, 'booking')
      await page.getByLabel(bookingText('extras.flexible', { n: 6 })).check()
      const update = page.getByRole('button', { name: bookingText('price.update'), exact: true })
      await update.locator('visible=true').first().click()
      const bill = page.getByRole('term').filter({ hasText: textFor(language, 'bill')('flexible') })
      await expect(bill.locator('visible=true').first()).toBeVisible()
      const fee = around(textFor(language, 'bill')('terms.flexible', { amount: GAP }))
      await expect(page.getByRole('region', { name: textFor(language, 'terms')('title') })).toContainText(fee)
    }

    /** What travellers then read before they buy the supplemental insurance. */
    async function stateCover(page: Page, companyId: number) {
      const cover = textFor(language, 'cover')
      await page.goto(`${prefix}/desk/company/extras`)
      await page.getByLabel(t('extras.excess'), { exact: true }).fill('900000')
      await page.getByLabel(t('extras.excess_insured'), { exact: true }).fill('0')
      const glass = page.getByLabel(cover('part.GLASS'), { exact: true })
      await glass.selectOption('INSURED')
      await page.getByRole('button', { name: t('save') }).click()
      const theft = page.getByLabel(cover('part.THEFT'), { exact: true })
      await expect(theft).toHaveAccessibleDescription(errors('required'))
      await expect(glass).toHaveValue('INSURED')
      for (const part of COVER_PARTS) {
        const level = part === 'GLASS' ? 'INSURED' : part === 'TYRES' ? 'NONE' : 'BASIC'
        await page.getByLabel(cover(`part.${part}`), { exact: true }).selectOption(level)
      }
      await page.getByRole('button', { name: t('save') }).click()
      await expect(page.getByText(t('extras.done'))).toBeVisible()
      await page.goto(`${prefix}/companies/${companyId}#cover`)
      const rows = page.getByRole('region', { name: cover('title') }).getByRole('row')
      const tyres = rows.filter({ hasText: cover('part.TYRES') })
      await expect(tyres).toContainText(cover('share.all'))
      expect(digitsOf(await rows.filter({ hasText: cover('part.THEFT') }).textContent())).toContain('900000')
    }

    /** An error in one form of the page stays there: the week's form shows the stored hours. */
    async function keepWeek(page: Page) {
      await page.goto(`${prefix}/desk/company/hours`)
      const week = page.locator('#week')
      const before = await week.getByRole('textbox').first().inputValue()
      expect(before).not.toBe('')
      const closing = page.locator('#close')
      await closing.locator('[name=start_date]').fill('1405-13-40')
      await closing.getByRole('button').click()
      await expect(page.getByRole('alert')).toHaveCount(1)
      await expect(closing.locator('[name=start_date]')).toHaveValue('1405-13-40')
      await expect(week.getByRole('textbox').first()).toHaveValue(before)
    }

    test(
      'an owner writes name, address and tax number, sees the error of a missing digit, and travellers see the licence',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const isScripted = javaScriptEnabled !== false
        const agency = textFor(language, 'agency')
        const companyId = await makeCompany({})
        const person = newcomer('fa')
        await signInByApi(request, person)
        await makeAgent(person.sentTo, companyId)
        await startSignedIn(page, 'fa', person, `${prefix}/desk/company`)
        await seesWell(page, isScripted)
        const tax = page.getByLabel(agency('details.tax.IR'))
        const name = page.locator('[name=name_en]')
        await name.fill('Sahel Rent')
        await page.getByLabel(agency('details.address')).fill('بلوار ساحل')
        await page.locator('[name=licence]').fill('K-4417')
        await page.getByLabel(agency('details.licenceUntil')).fill(language === 'fa' ? '۱۴۳۰/۳/۳۰' : '2051-06-20')
        const until = page.getByLabel(agency('details.licenceUntil'))
        const wanted = await until.inputValue()
        await until.fill('2051-13-45')
        await tax.fill('۱۰۱۰۰۴۴۱۷۸')
        await page.getByRole('button', { name: agency('details.save') }).click()
        await expect(tax).toHaveAttribute('aria-invalid', 'true')
        await expect(tax).toHaveAccessibleDescription(/11.*10|۱۱.*۱۰/)
        await expect(until).toHaveAttribute('aria-invalid', 'true')
        await expect(name).toHaveValue('Sahel Rent')
        await seesWell(page, isScripted)
        await until.fill(wanted)
        await tax.fill('۱۰۱۰۰۴۴۱۷۸۵')
        await page.getByRole('button', { name: agency('details.save') }).click()
        await expect(page.getByText(agency('details.done'))).toBeVisible()
        const shown = page.getByRole('region', { name: agency('shown.title') })
        expect(digitsOf(await shown.textContent())).toContain('10100441785')
        await page.goto(`/en/companies/${companyId}`)
        await expect(page.getByRole('heading', { level: 1, name: 'Sahel Rent' })).toBeVisible()
        await expect(page.getByText('K-4417')).toBeVisible()
      },
    )

    async function setTerms(page: Page, isScripted: boolean) {
      await page.goto(`${prefix}/desk/company/terms`)
      await seesWell(page, isScripted)
      const half = page.getByLabel(t('terms.half_until_hours'))
      await page.getByLabel(t('terms.free_until_hours')).fill('۷۲')
      await half.fill('96')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(half).toHaveAttribute('aria-invalid', 'true')
      await expect(half).toHaveAccessibleDescription(/72|۷۲/)
      await half.fill('36')
      await page.getByRole('button', { name: t('save') }).click()
      await expect(page.getByText(t('terms.done'))).toBeVisible()
      await expect(half).toHaveValue(language === 'fa' ? '۳۶' : '36')
    }

    async function setLateFee(page: Page, booking: string) {
      const late = page.getByLabel(t('terms.charge.late_hour', { unit: unitOf('IRT', language) }))
      const save = page.getByRole('button', { name: t('save') })
      for (const typed of ['6,000,001', '-']) {
        await late.fill(typed)
        await save.click()
        await expect(late).toHaveAttribute('aria-invalid', 'true')
      }
      await late.fill('۴۵۰٬۰۰۰')
      await save.click()
      await expect(page.getByText(t('terms.done'))).toBeVisible()
      await expect(late).toHaveValue('450000')
      await page.goto(booking)
      await expect(page.locator('#rules')).toContainText(/450,000|۴۵۰٬۰۰۰/)
    }
  })
}
