import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeAgent } from '../../support/server/database/site-database.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'quote')
  const counter = textFor(language, 'counter')
  const desk = textFor(language, 'desk')

  test.describe(LOCALE_TAGS[language], () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff offer a vehicle, and its customer changes and accepts the quote or declines it', async ({
      page,
      browser,
      request,
      javaScriptEnabled,
    }) => {
      test.setTimeout(180_000)
      const isScripted = javaScriptEnabled !== false
      const companyId = await makeCompany({})
      await makeVehicle({ companyId })
      const person = newcomer('fa')
      await signInByApi(request, person)
      await makeAgent(person.sentTo, companyId)
      await startSignedIn(page, 'fa', person, `${prefix}/desk/reservations/new`)
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

      const offer = async (message: string) => {
        await press(counter('showFree'))
        await page.getByLabel(counter('name')).fill('شرکت پارس')
        await page.getByLabel(counter('phone'), { exact: true }).fill('09135550127')
        await page.getByLabel(t('form.message')).fill(message)
        await page.getByLabel(t('form.times')).check()
        await page.getByLabel(t('form.stands')).selectOption('HOUR')
        // What is chosen before the free vehicles are there has to be chosen again.
        await expect(async () => {
          await page.getByRole('radio').first().check({ force: true })
          await press(counter('workOut'))
          await expect(page.locator('#bill')).toContainText(counter('commission'), { timeout: 3000 })
        }).toPass({ timeout: 20_000 })
        await expectToFit(page)
        if (isScripted) await expectAccessible(page)
        await press(t('form.submit'))
        await expect(page.getByRole('img', { name: t('desk.qr') })).toBeVisible()
        return page.locator('#quote').getByRole('link').first().getAttribute('href')
      }
      const address = (await offer('سلام، این را برایتان نگه داشتیم.')) ?? ''
      const quote = page.locator('#quote')
      await expect(quote).toContainText(t('state.OPEN'))
      await expect(quote).toContainText(t('desk.notSeen'))
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      await press(t('desk.extendSubmit'))
      await expect(page.getByRole('button', { name: t('desk.extendSubmit') })).toHaveCount(0)
      const deskPage = page.url()

      // Somebody else's browser, who is not signed in. The link is in the language of the messages.
      const theirs = await browser.newContext({ javaScriptEnabled, extraHTTPHeaders: freshAddress() })
      const customer = await theirs.newPage()
      const path = new URL(address).pathname.replace(/^\/en(?=\/)/, '')
      await customer.goto(`${prefix}${path}`)
      await expect(customer.getByRole('main')).toContainText('سلام، این را برایتان نگه داشتیم.')
      await expect(customer.getByRole('heading', { name: textFor(language, 'terms')('title') })).toBeVisible()
      if (isScripted) await expectAccessible(customer)
      await expectToFit(customer)
      await customer.goto(`${prefix}${path.replace('quote', 'voucher')}`)
      await expect(customer).toHaveURL(new RegExp(`${path}$`))

      // Without the box nothing is accepted; what was chosen stays, and the new price is shown first.
      const accept = () => customer.locator('button[value=accept]').click()
      await customer.getByLabel(t('change.start')).selectOption('09:30')
      await accept()
      await expect(customer.getByRole('alert')).toContainText(t('agreed'))
      await expect(customer.getByLabel(t('change.start'))).toHaveValue('09:30')
      await customer.getByRole('button', { name: t('change.submit') }).click()
      // The answer to the price is there before the box is ticked.
      await expect(customer.getByRole('alert')).toHaveCount(0)
      await customer.getByLabel(t('agreed')).check()
      await accept()
      await expect(customer).toHaveURL(/\/payment\?id=/)

      await page.goto(deskPage)
      await expect(page.locator('#quote')).toContainText(t('state.ACCEPTED'))
      await customer.goto(`${prefix}${path}`)
      await expect(customer.getByRole('link', { name: t('seeReservation') })).toBeVisible()

      // Another one is declined with a word, and its vehicle is free again.
      await makeVehicle({ companyId })
      await page.goto(`${prefix}/desk/reservations/new`)
      const second = new URL((await offer('دومی')) ?? '').pathname.replace(/^\/en(?=\/)/, '')
      await customer.goto(`${prefix}${second}`)
      await customer.locator('#decline-card').getByRole('textbox').fill('گران است')
      await customer.getByRole('button', { name: t('decline') }).click()
      await expect(customer.getByRole('main')).toContainText(t('over.DECLINED'))
      if (isScripted) await expectAccessible(customer)
      await theirs.close()
      await page.goto(`${prefix}/desk/reservations?list=quotes`)
      await expect(page.getByRole('main')).toContainText(t('state.DECLINED'))
      await page.getByText(t('state.DECLINED')).first().waitFor()
      await page.getByRole('main').locator('a.go').first().click()
      await expect(page.locator('#quote')).toContainText('گران است')
      await expect(page.getByRole('main')).toContainText(desk('one.next'))
    })
  })
}
