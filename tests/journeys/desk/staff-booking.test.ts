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
  const t = textFor(language, 'counter')
  const desk = textFor(language, 'desk')
  const protocol = textFor(language, 'protocol')

  test.describe(LOCALE_TAGS[language], () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff book for a caller, send the link, and are paid at the desk after all', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      test.setTimeout(120_000)
      const isScripted = javaScriptEnabled !== false
      const companyId = await makeCompany({})
      await makeVehicle({ companyId })
      const person = newcomer('fa')
      await signInByApi(request, person)
      await makeAgent(person.sentTo, companyId)
      await startSignedIn(page, 'fa', person, `${prefix}/desk/reservations`)
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const main = page.getByRole('main')
      const chooseFirst = async () => {
        const answered = page.waitForResponse((response) => response.request().method() === 'POST')
        await press(t('showFree'))
        await answered
        const first = page.getByRole('radio').first()
        // What is chosen in the former list while a new one is asked for would be lost, so nothing can be.
        await expect(first).toBeEnabled()
        // The list that the answer brings may be drawn in this moment.
        await expect(() => first.check({ force: true, timeout: 2_000 })).toPass()
      }

      await main.getByRole('link', { name: t('new') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
      await press(t('book'))
      await expect(page.getByRole('alert')).toContainText(t('vehicle'))
      await expect(page.getByRole('alert')).toContainText(t('name'))
      await chooseFirst()

      // Nobody has this phone yet: it is written into the form.
      await page.getByLabel(t('find')).fill('09135550126')
      await press(t('findSubmit'))
      await expect(page.getByText(t('nobody'))).toBeVisible()
      await expect(page.getByLabel(t('phone'), { exact: true })).toHaveValue('09135550126')
      await page.getByLabel(t('name')).fill('مهدی سعادت')
      await press(t('workOut'))
      await expect(page.locator('#bill')).toContainText(t('commission'))
      await expect(page.getByLabel(t('name'))).toHaveValue('مهدی سعادت')
      if (isScripted) await expectAccessible(page)
      await expectToFit(page)
      await press(t('book'))

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('مهدی سعادت')
      await expect(page.getByRole('img', { name: t('payQr') })).toBeVisible()
      if (isScripted) await expectAccessible(page)
      await main.getByRole('link', { name: t('payDesk') }).click()
      await page.getByLabel(protocol('by')).selectOption('CASH')
      await press(protocol('rent.record'))
      await expect(page.getByText(protocol('rent.done'))).toBeVisible()
      await expect(page.getByRole('img', { name: t('payQr') })).toHaveCount(0)

      // The next time, the customer is found by name, and the first vehicle is taken.
      await page.goto(`${prefix}/desk/reservations/new`)
      await press(t('showFree'))
      await expect(page.getByText(t('none'))).toBeVisible()
      // The nearest days on which it is free are one press away.
      const takeDays = page.getByRole('button', { name: t('takeDays') })
      await expect(takeDays).toHaveCount(1)
      await takeDays.click()
      await expect(page.getByRole('radio').first()).toBeAttached()
      await expect(page.getByText(t('none'))).toHaveCount(0)
      await page.getByLabel(t('find')).fill('سعادت')
      await press(t('findSubmit'))
      await expect(page.getByLabel(t('name'))).toHaveValue('مهدی سعادت')
      await page.goto(`${prefix}/desk/reservations?list=held`)
      await expect(page.getByText(desk('list.none'))).toBeVisible()

      // A booking by mistake is taken back with a reason, and its vehicle is free again.
      await makeVehicle({ companyId })
      await page.goto(`${prefix}/desk/reservations/new`)
      await chooseFirst()
      await page.getByLabel(t('name')).fill('مهدی سعادت')
      await page.getByLabel(t('phone'), { exact: true }).fill('09135550126')
      await press(t('workOut'))
      // What is pressed while an answer is awaited has no effect.
      await expect(page.locator('#bill')).toContainText(t('commission'))
      await press(t('book'))
      await press(t('undoSubmit'))
      await expect(page.getByRole('alert')).toContainText(t('undoReason'))
      await page.locator('#undo-booking-card').getByRole('textbox').fill('خودروی دیگری بود')
      await press(t('undoSubmit'))
      await expect(page.getByText(t('undoDone'))).toBeVisible()
      await expect(page.getByRole('button', { name: t('undoSubmit') })).toHaveCount(0)
    })
  })
}
