import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, sampleOf } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { chooseDate } from '../../support/browser/steps/choose-date.ts'
import { startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { type Rented, rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { bringToDesk } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of sampleOf(['fa', 'en', 'ar', 'de'])) {
  const prefix = language === 'fa' ? '' : `/${language}`
  const t = textFor(language, 'desk')
  const agency = textFor(language, 'agency')
  const calendar = textFor(language, 'calendar')
  const counter = textFor(language, 'counter')
  const protocol = textFor(language, 'protocol')
  const commission = textFor(language, 'commission')
  const errors = textFor(language, 'errors')
  const common = textFor(language, 'common')
  const desk = `${prefix}/desk`

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff answer requests, hand over, take back, undo, block dates, and see the earnings', async ({
      page,
      request,
      browser,
      javaScriptEnabled,
    }) => {
      test.setTimeout(180_000)
      const isScripted = javaScriptEnabled !== false
      const companyId = await makeCompany({ confirmation: 'BY_HAND' })
      const refused = await rentFrom(request, companyId)
      const rented = await rentFrom(request, companyId)
      await bringToDesk(refused.id, 'AWAITING_CONFIRMATION')
      await bringToDesk(rented.id, 'AWAITING_CONFIRMATION')
      await signInStaff(page, request, { companyId, desk })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)

      // A rejection requires a reason.
      const waiting = page.getByRole('region', { name: t('waiting.title') })
      await expect(waiting.getByRole('link', { name: new RegExp(t('act.reject.submit')) })).toHaveCount(2)
      await page.goto(`${desk}/reservations/${refused.id}/reject`)
      await page.getByLabel(t('act.reason')).fill('  ')
      await page.getByRole('button', { name: t('act.reject.submit') }).click()
      await expect(page.getByLabel(t('act.reason'))).toHaveAccessibleDescription(new RegExp(errors('required')))
      await page.getByLabel(t('act.reason')).fill('Engine trouble')
      await page.getByRole('button', { name: t('act.reject.submit') }).click()
      await expect(page.getByText(t('act.reject.done'))).toBeVisible()

      await act(page, rented.id, 'confirm')
      await bringToDesk(rented.id, 'CONFIRMED')
      await find(page, rented.number)
      await seesPicture(page, browser, rented)
      await act(page, rented.id, 'hand_over')
      if (isScripted) await expectAccessible(page)
      await page.getByRole('button', { name: new RegExp(t('one.undo', { what: '.*' })) }).click()
      await expect(page.getByText(t('done.undo'))).toBeVisible()
      await act(page, rented.id, 'hand_over')
      await act(page, rented.id, 'take_back')
      const again = await page.goto(`${desk}/reservations/${rented.id}/take-back`)
      expect(again?.status()).toBe(409)
      await expect(page.getByRole('alert')).toBeVisible()

      await page.goto(`${prefix}/profile/ads-commission`)
      await expect(page.getByRole('heading', { level: 1, name: commission('title') })).toBeVisible()
      if (isScripted) await expectAccessible(page)
      await expect(
        page.getByRole('row').filter({ hasText: `· ${localDigits(String(rented.adId), language)}` }),
      ).not.toHaveCount(0)
      const earned = await download(page, commission('csv'))
      expect(earned).toContain(rented.number)
      expect(earned).not.toContain(refused.number)

      await page.goto(`${desk}/reservations?list=completed`)
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      expect(await download(page, t('list.csv'))).toContain(rented.number)

      await blockAndFree(page, isScripted)
      await changeCompany(page, isScripted)
    })

    async function find(page: Page, number: string) {
      await page.goto(`${desk}/reservations`)
      const main = page.getByRole('main')
      await main.getByLabel(t('search.label')).fill(number)
      await main.getByRole('button', { name: common('nav.search') }).click()
      await main.getByRole('link', { name: localDigits(number, language) }).click()
      await expect(page.getByRole('heading', { name: t('one.history') })).toBeVisible()
    }

    async function act(page: Page, id: string, action: 'confirm' | 'hand_over' | 'take_back') {
      await page.goto(`${desk}/reservations/${id}`)
      await page.getByRole('link', { name: t(`act.${action}.submit`) }).click()
      if (action === 'confirm') await page.getByRole('button', { name: t('act.confirm.submit') }).click()
      else await writeDown(page, action === 'hand_over' ? 'PICK_UP' : 'RETURN')
      await expect(page.getByText(t(`act.${action}.done`))).toBeVisible()
    }

    async function writeDown(page: Page, kind: 'PICK_UP' | 'RETURN') {
      await page.getByLabel(protocol('fact.odometer')).fill('48,236')
      // By keyboard, because the page may still be moving under a pointer.
      await page.getByRole('radio', { name: protocol('full') }).press('Space')
      await page.getByLabel(protocol('fact.handed_by')).fill('Leila')
      await page.getByLabel(protocol('fact.received_by')).fill('Arman')
      if (kind === 'RETURN') await page.getByLabel(protocol('rent.openReason')).fill('Pays by invoice')
      await page.getByRole('button', { name: protocol(`finish.${kind}`) }).click()
    }

    async function download(page: Page, name: string): Promise<string> {
      const file = page.waitForEvent('download')
      await page.getByRole('link', { name }).click()
      let text = ''
      for await (const chunk of await (await file).createReadStream()) text += chunk
      return text
    }

    /** The customer uploads a picture of the guarantee, and the company's staff see it. */
    async function seesPicture(page: Page, browser: Browser, { id, customer }: Rented) {
      const baseURL = new URL(page.url()).origin
      const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders: freshAddress() })
      const theirs = await elsewhere.newPage()
      const trip = `/profile/reservation/${id}`
      await startSignedIn(theirs, 'fa', customer, trip)
      const drawing = sharp({ create: { width: 64, height: 40, channels: 3, background: '#cde' } })
      const image = { name: 'cheque.png', mimeType: 'image/png', buffer: await drawing.png().toBuffer() }
      const headers = { origin: baseURL }
      const sent = await theirs.request.post(trip, {
        multipart: { intent: 'deposit', image },
        headers,
        maxRedirects: 0,
      })
      expect(sent.status()).toBe(303)
      await elsewhere.close()

      await page.goto(`${desk}/reservations/${id}`)
      const link = page.getByRole('link', { name: t('one.guaranteeSee') })
      const picture = await page.request.get((await link.getAttribute('href')) ?? '')
      expect(picture.status()).toBe(200)
      expect(picture.headers()['content-type']).toBe('image/jpeg')
      // The trip's page is still only for its owner.
      expect((await page.request.get(trip)).status()).toBe(404)
    }

    async function blockAndFree(page: Page, isScripted: boolean) {
      await page.goto(`${desk}/blocks`)
      const form = page.getByRole('form', { name: agency('blocks.add') })
      const from = addDays(todayInTehran(), 300)
      const fill = async () => {
        await chooseDate(form.getByRole('group', { name: agency('blocks.from') }), language, from)
        await chooseDate(form.getByRole('group', { name: agency('blocks.to') }), language, addDays(from, 3))
        await form.getByRole('button', { name: agency('blocks.submit') }).click()
      }
      await fill()
      await expect(page.getByText(agency('done.block'))).toBeVisible()
      await fill()
      await expect(page.getByRole('alert')).toContainText(errors('vehicle_taken'))
      await page.getByRole('link', { name: calendar('taken.after') }).click()
      await form.getByRole('button', { name: agency('blocks.submit') }).click()
      await expect(page.getByText(agency('done.block'))).toBeVisible()
      await seesCalendar(page, isScripted, from)
      // The last page has the latest blocks.
      await page.goto(`${desk}/blocks?page=999`)
      if (isScripted) await expectAccessible(page)
      const blocked = page.getByRole('listitem').filter({ hasText: formatDate(addDays(from, 3), language, 'weekday') })
      for (const left of [1, 0]) {
        await blocked
          .getByRole('button', { name: new RegExp(`^${agency('blocks.remove')}`) })
          .first()
          .click()
        await expect(page.getByText(agency('done.unblock'))).toBeVisible()
        await page.goto(`${desk}/blocks?page=999`)
        await expect(blocked).toHaveCount(left)
      }
    }

    /** A block is a bar; a gap links to filled-in forms, and with scripts days can be dragged over. */
    async function seesCalendar(page: Page, isScripted: boolean, from: string) {
      await page.goto(`${desk}/calendar?from=${from}`)
      await expect(page.getByRole('table').getByRole('link', { name: new RegExp(calendar('blocked')) })).toHaveCount(2)
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      const gap = page.getByRole('row').nth(1).getByRole('link').last()
      if (isScripted) {
        await wake(page)
        await expect(async () => {
          const { x, y, width, height } = (await gap.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
          await page.mouse.move(x + width * 0.2, y + height / 2)
          await page.mouse.down()
          await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 })
          await page.mouse.up()
          await page.waitForURL(/desk\/reservations\/new\?/, { timeout: 1500, waitUntil: 'commit' })
        }).toPass()
        const chosen = new URL(page.url()).searchParams
        expect(chosen.get('from')?.slice(0, 10) ?? '').toMatch(/^\d{4}-/)
        expect((chosen.get('from') ?? '') < (chosen.get('to') ?? '')).toBe(true)
      } else await gap.click()
      // The form of a booking, or of a quote, with the vehicle, the times and the bill; from there the same days are blocked.
      await expect(page.getByRole('radio', { checked: true }).first()).toHaveAttribute('name', 'ad')
      await expect(page.getByText(counter('noBill'))).toHaveCount(0)
      const uses = page.getByRole('navigation', { name: calendar('uses.label') })
      await expect(uses.getByRole('link').first()).toHaveAttribute('aria-current', 'page')
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      await uses.getByRole('link', { name: calendar('uses.block') }).click()
      const form = page.getByRole('form', { name: agency('blocks.add') })
      await expect(form.getByLabel(agency('blocks.ad'))).not.toHaveValue('')
      await form.getByLabel(calendar('note')).fill('New tyres')
      await form.getByRole('button', { name: agency('blocks.submit') }).click()
      await expect(page.getByText(agency('done.block'))).toBeVisible()
      await page.goto(`${desk}/calendar?from=${from}&days=30`)
      const bar = page.getByRole('link', { name: /New tyres/ })
      await expect(bar).toBeVisible()
      if (isScripted) await expectAccessible(page)
      await bar.click()
      const line = page.getByRole('listitem').filter({ hasText: 'New tyres' })
      await line.getByRole('button', { name: new RegExp(`^${agency('blocks.remove')}`) }).click()
      await expect(page.getByText(agency('done.unblock'))).toBeVisible()
    }

    async function changeCompany(page: Page, isScripted: boolean) {
      await page.goto(`${desk}/company`)
      for (const [one, dir] of [
        ['fa', 'rtl'],
        ['en', 'ltr'],
      ] as const) {
        const about = page.locator(`[name=about_${one}]`)
        await expect(about).toHaveAttribute('dir', dir)
        await expect(about).toHaveAttribute('lang', LOCALE_TAGS[one])
      }
      await expectToFit(page)
      const phone = page.getByLabel(agency('company.phone'))
      const was = await phone.inputValue()
      await phone.fill('many')
      await page.getByRole('button', { name: agency('company.save'), exact: true }).click()
      await expect(phone).toHaveAccessibleDescription(errors('phone'))
      await expect(phone).toHaveValue('many')
      if (isScripted) await expectAccessible(page)
      await phone.fill(was)
      await page.getByRole('button', { name: agency('company.save'), exact: true }).click()
      await expect(page.getByText(agency('done.company'))).toBeVisible()
      await expect(phone).toHaveValue(was)
    }
  })
}
