import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { formatDate } from '#app/i18n/dates.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { addDays, type CalendarDate } from '#app/rules/calendar-date.ts'
import { CURRENCY_IDS, LOCALE_TAGS } from '#app/rules/constants.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/demonstration-people.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { chooseDate } from '../support/browser/choose-date.ts'
import { expectToFit } from '../support/browser/reflow.ts'
import { type Newcomer, newcomer, signIn } from '../support/browser/sign-in.ts'
import { freshAddress, todayInTehran } from '../support/browser/traveller.ts'
import { bringToDesk } from '../support/server/site-database.ts'

const STAFF = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'agency')
if (!STAFF) throw new Error('the demonstration has no agency')
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
// One phone signs in at a time: another code may be asked for once the last was used.
test.describe.configure({ mode: 'serial' })

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'agency')
  const commission = textFor(language, 'commission')
  const account = textFor(language, 'account')
  const errors = textFor(language, 'errors')
  const desk = `${prefix}/profile/agency`

  test.describe(LOCALE_TAGS[language], () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff answer requests, hand over, take back, block dates, and see what was earned', async ({
      page,
      request,
      browser,
      javaScriptEnabled,
    }) => {
      test.setTimeout(180_000)
      const isScripted = javaScriptEnabled !== false
      const refused = await rentFrom(request)
      const rented = await rentFrom(request)
      await bringToDesk(refused.id, 'AWAITING_CONFIRMATION')
      await bringToDesk(rented.id, 'AWAITING_CONFIRMATION')
      await signInStaff(page)
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)

      // A rejection wants a reason.
      await press(page, 'waiting', refused.number, 'reject')
      const reason = cardOf(page, 'waiting', refused.number).getByLabel(t('action.reason'))
      await expect(reason).toHaveAccessibleDescription(new RegExp(errors('required')))
      await reason.fill('Engine trouble')
      await press(page, 'waiting', refused.number, 'reject')
      await expect(page.getByText(t('done.reject'))).toBeVisible()
      await expect(cardOf(page, 'waiting', refused.number)).toHaveCount(0)
      await seesPicture(page, browser, rented)
      await press(page, 'waiting', rented.number, 'confirm')
      await expect(page.getByText(t('done.confirm'))).toBeVisible()

      await bringToDesk(rented.id, 'CONFIRMED')
      await page.goto(desk)
      await press(page, 'pickUps', rented.number, 'picked_up')
      await expect(page.getByText(t('done.picked_up'))).toBeVisible()
      await press(page, 'returns', rented.number, 'returned')
      await expect(page.getByText(t('done.returned'))).toBeVisible()
      await expect(cardOf(page, 'returns', rented.number)).toHaveCount(0)

      await page.goto(`${prefix}/profile/ads-commission`)
      await expect(page.getByRole('heading', { level: 1, name: commission('title') })).toBeVisible()
      if (isScripted) await expectAccessible(page)
      await expect(
        page.getByRole('row').filter({ hasText: `· ${localDigits(String(rented.adId), language)}` }),
      ).not.toHaveCount(0)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: commission('csv') }).click()
      const file = await (await download).createReadStream()
      let text = ''
      for await (const chunk of file) text += chunk
      expect(text).toContain(rented.number)
      expect(text).not.toContain(refused.number)

      await blockAndFree(page, isScripted)
      await changeCompany(page, isScripted)
    })

    /** On the Persian page, where an Iranian number gets its code by SMS. */
    async function signInStaff(page: Page) {
      const sentTo = STAFF?.phone ?? ''
      await signIn(page, 'fa', { dialCode: '+98', phone: `0${sentTo.slice(3)}`, sentTo }, desk)
    }

    function cardOf(page: Page, list: 'waiting' | 'pickUps' | 'returns', number: string) {
      const region = page.getByRole('region', { name: t(`${list}.title`) })
      return region.getByRole('article').filter({ hasText: localDigits(number, language) })
    }

    /** The customer sends the picture of the guarantee, and the company's staff see it. */
    async function seesPicture(page: Page, browser: Browser, { id, number, customer }: Rented) {
      const baseURL = new URL(page.url()).origin
      const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders: freshAddress() })
      const theirs = await elsewhere.newPage()
      const trip = `/profile/reservation/${id}`
      await signIn(theirs, 'fa', customer, trip)
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

      await page.goto(desk)
      const link = cardOf(page, 'waiting', number).getByRole('link', { name: t('card.depositSee') })
      const picture = await page.request.get((await link.getAttribute('href')) ?? '')
      expect(picture.status()).toBe(200)
      expect(picture.headers()['content-type']).toBe('image/jpeg')
      // The trip's page itself stays its owner's.
      expect((await page.request.get(trip)).status()).toBe(404)
    }

    async function press(
      page: Page,
      list: 'waiting' | 'pickUps' | 'returns',
      number: string,
      action: 'confirm' | 'reject' | 'picked_up' | 'returned',
    ) {
      const button = cardOf(page, list, number).getByRole('button', { name: new RegExp(`^${t(`action.${action}`)}`) })
      await button.click()
    }

    async function blockAndFree(page: Page, isScripted: boolean) {
      await page.goto(`${desk}/blocks`)
      const form = page.getByRole('form', { name: t('blocks.add') })
      // Days of its own for each run of this journey: they go on at the same time.
      const from = addDays(todayInTehran(), 300 + (isScripted ? 20 : 0) + (language === 'fa' ? 10 : 0))
      const fill = async () => {
        await chooseDate(form.getByRole('group', { name: t('blocks.from') }), language, from)
        await chooseDate(form.getByRole('group', { name: t('blocks.to') }), language, addDays(from, 3))
        await form.getByRole('button', { name: t('blocks.submit') }).click()
      }
      await fill()
      await expect(page.getByText(t('done.block'))).toBeVisible()
      await fill()
      await expect(page.getByRole('alert')).toContainText(errors('vehicle_taken'))
      // The last page lists what begins last.
      await page.goto(`${desk}/blocks?page=999`)
      if (isScripted) await expectAccessible(page)
      const blocked = page.getByRole('listitem').filter({ hasText: formatDate(from, language, 'weekday') })
      await blocked.getByRole('button', { name: new RegExp(`^${t('blocks.remove')}`) }).click()
      await expect(page.getByText(t('done.unblock'))).toBeVisible()
      await page.goto(`${desk}/blocks?page=999`)
      await expect(blocked).toHaveCount(0)
    }

    async function changeCompany(page: Page, isScripted: boolean) {
      await page.goto(`${desk}/company`)
      const seat = page.getByLabel(t('company.child_seat_price'))
      const was = await seat.inputValue()
      for (const [one, dir] of [
        ['fa', 'rtl'],
        ['en', 'ltr'],
      ] as const) {
        const about = page.locator(`[name=about_${one}]`)
        await expect(about).toHaveAttribute('dir', dir)
        await expect(about).toHaveAttribute('lang', LOCALE_TAGS[one])
      }
      await expectToFit(page)
      await seat.fill('many')
      await page.getByRole('button', { name: t('company.save') }).click()
      await expect(seat).toHaveAccessibleDescription(errors('number'))
      await expect(seat).toHaveValue('many')
      if (isScripted) await expectAccessible(page)
      await seat.fill(was)
      await page.getByRole('button', { name: t('company.save') }).click()
      await expect(page.getByText(t('done.company'))).toBeVisible()
      await expect(seat).toHaveValue(was)
      await expect(page.getByRole('link', { name: account('menu.agency') })).toBeVisible()
    }
  })
}

interface Rented {
  id: string
  number: string
  adId: number
  customer: Newcomer
}

/** Somebody reserves a vehicle of the demonstration's agency. */
async function rentFrom(request: APIRequestContext): Promise<Rented> {
  const headers = { 'accept-language': 'fa-IR', ...freshAddress() }
  const company = STAFF?.companyId
  const start: CalendarDate = addDays(todayInTehran(), 100 + (Date.now() % 150))
  const end = addDays(start, 3)
  const found = await request.post('/api/business/rent/ad/search/?size=60', {
    headers,
    data: { categories: [2], city: 'kish', company: [company], start_date: start, end_date: end },
  })
  const { results } = await found.json()
  const customer = newcomer('fa')
  for (const { id } of results) {
    const made = await request.post(`/api/v2/rentals/${id}/reserve/`, {
      headers,
      data: {
        fullname: 'آرمان رستگار',
        national_id: '0499370899',
        phone: customer.phone,
        country_code: '+98',
        date_of_birth: '1980-08-03',
        start_date: start,
        end_date: end,
        start_time: '10:00',
        end_time: '10:00',
        currency: String(CURRENCY_IDS.IRT),
      },
    })
    if (made.ok()) return { ...(await made.json()), adId: id, customer }
  }
  throw new Error('the agency has nothing to rent')
}
