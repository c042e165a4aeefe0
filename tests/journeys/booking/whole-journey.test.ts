import { expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { words } from '#app/providers/gateways/simulator/words.ts'
import { currencyOfLanguage, type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import { amountIn, amountsIn, runningSums } from '../../support/api/amounts.ts'
import { IS_WHOLE, inSample } from '../../support/browser/matrix.ts'
import {
  around,
  freshAddress,
  freshDriver,
  GAP,
  messagesTo,
  travellerOn,
} from '../../support/browser/steps/traveller.ts'

test.describe.configure({ timeout: 120_000 })

/** Messages are sent from a queue that retries. */
const LATER = { timeout: 20_000 }

const IN_FULL = [
  { language: 'fa', city: 'کیش', daysAhead: 40, days: 4 },
  { language: 'en', city: 'Istanbul', daysAhead: 44, days: 3 },
] as const
const TO_THE_PRICE_AT_LEAST = [
  { language: 'ar', city: 'دبي', daysAhead: 47, days: 2 },
  { language: 'tr', city: 'Antalya', daysAhead: 48, days: 8 },
  { language: 'de', city: 'Berlin', daysAhead: 49, days: 15 },
] as const
const WHOLE = IS_WHOLE ? [...IN_FULL, ...TO_THE_PRICE_AT_LEAST] : IN_FULL
const TO_THE_PRICE = IS_WHOLE ? [] : TO_THE_PRICE_AT_LEAST

for (const { language, ...wanted } of WHOLE) {
  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test('every amount is the same from the search to the voucher and its cancellation', async ({
      page,
      javaScriptEnabled,
    }, { project, retry }) => {
      const t = textFor(language, 'voucher')
      const expectRefundsSaid = () => expect(page.getByText(textFor(language, 'refunds')('way'))).toBeVisible()
      const traveller = travellerOn(page, language)
      const driver = freshDriver(language)

      await traveller.search(wanted)
      const chosen = await traveller.choose(project.name === 'js' ? 1 + retry : 4 + retry)
      const bill = await traveller.readBill()
      expect(runningSums(bill.lines)).toContain(chosen.rent)
      expect(sumOf(bill.lines)).toBe(bill.total)
      expect(bill.now + bill.atDesk).toBe(bill.total)
      await expectRefundsSaid()
      await expectKeyTerms(page, language)

      await traveller.fillDriver(driver)
      expect(await traveller.reserve()).toBe(bill.total)
      expect(await traveller.readPayment()).toEqual({ ...bill, button: bill.now })
      await expect(page.getByRole('main')).toContainText(chosen.title)

      await expectKeyTerms(page, language)

      await traveller.goToBank()
      const shown = await payAtBank(page, language, { isScripted: javaScriptEnabled !== false })
      expect(shown).toEqual(language === 'fa' ? [bill.now, bill.now * 10] : [bill.now])

      await expect(
        page.getByRole('heading', { level: 1, name: around(t('heading.CONFIRMED', { vehicle: GAP })) }),
      ).toBeVisible()
      const address = page.url()
      const pass = page.getByRole('article')
      await expect(pass).toContainText(chosen.title)
      await expect(pass).toContainText(driver.fullname)
      await expect(pass.getByText(t('status.CONFIRMED'))).toBeVisible()
      expect(amountIn(await factOf(page, t('fact.paid')))).toBe(bill.now)
      expect(amountIn(await factOf(page, t('fact.due')))).toBe(bill.atDesk)
      await expect.poll(() => messagesTo(driver.internationalPhone).at(-1), LATER).toContain(address)
      await expectRefundsSaid()

      await page.getByRole('link', { name: t('cancelLink') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('cancel.title') })).toBeVisible()
      await expectRefundsSaid()
      const refund = await page.getByText(around(t('cancel.full', { amount: GAP }))).innerText()
      expect(amountsIn(refund)).toEqual([bill.now])
      await page.getByRole('button', { name: t('cancel.yes') }).click()

      await expect(page).toHaveURL(address)
      await expect(page.getByText(t('status.CANCELLED'), { exact: true })).toBeVisible()
      const returned =
        currencyOfLanguage(language) === 'IRT'
          ? t('say.toCard', { amount: GAP })
          : t('say.toWallet', { amount: GAP, phone: GAP })
      const message = await page.getByText(around(returned)).innerText()
      expect(amountsIn(message)).toEqual([bill.now])
      await expect.poll(() => messagesTo(driver.internationalPhone).length, LATER).toBe(3)
      for (const message of messagesTo(driver.internationalPhone)) expect(message).toContain(address)
    })
  })
}

for (const { language, ...wanted } of TO_THE_PRICE) {
  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test('the price on the vehicle’s page is the one in the search results', async ({ page }) => {
      const traveller = travellerOn(page, language)
      await traveller.search(wanted)
      const chosen = await traveller.choose(2)
      const bill = await traveller.readBill()
      expect(runningSums(bill.lines)).toContain(chosen.rent)
      expect(sumOf(bill.lines)).toBe(bill.total)
      expect(bill.now + bill.atDesk).toBe(bill.total)
    })
  })
}

/** Pays on the bank's page and returns; the result is the amounts on its pay button. */
async function payAtBank(page: Page, language: Language, { isScripted }: { isScripted: boolean }): Promise<number[]> {
  const { simulation, actions, back } = words[language === 'fa' ? 'fa' : 'en']
  await expect(page.getByText(simulation)).toBeVisible()
  const pay = page.getByRole('button', { name: `${actions.pay}: ` })
  const amounts = amountsIn(await pay.innerText())
  await pay.click()
  // Saman answers with a form, which a script submits where scripts are on.
  if (!isScripted && language === 'fa') await page.getByRole('button', { name: back }).click()
  await page.waitForURL(/\/voucher\/[\w-]{22}$/)
  return amounts
}

function factOf(page: Page, name: string): Promise<string> {
  const row = page.locator('dl.kv > div').filter({ has: page.getByText(name, { exact: true }) })
  return row.locator('dd').innerText()
}

/** The same six lines in the same order. */
async function expectKeyTerms(page: Page, language: Language) {
  const t = textFor(language, 'terms')
  const names = [t('mileage'), t('fuel'), t('late'), t('deposit'), t('excess'), t('cancellation'), t('driver')]
  await expect(page.getByRole('region', { name: t('title') }).getByRole('term')).toHaveText(names)
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
