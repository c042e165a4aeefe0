import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { bringToDesk } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'contract')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('staff make a contract, both sign it at the counter, and the customer has a copy', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const { id } = await rentFrom(request, companyId)
      await bringToDesk(id, 'CONFIRMED')
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      const main = page.getByRole('main')
      await page.goto(`${prefix}/desk/reservations/${id}/contract`)
      await expect(main.getByText(t('none'))).toBeVisible()

      await main.getByLabel(t('make.licence')).fill('?')
      await main.getByRole('button', { name: t('make.submit') }).click()
      await expect(page.getByRole('alert')).toContainText(errors('licence'))
      await expect(main.getByLabel(t('make.licence'))).toHaveValue('?')
      await main.getByLabel(t('make.licence')).fill('9104221700')
      await main.getByLabel(t('make.language')).selectOption(language)
      await main.getByRole('button', { name: t('make.submit') }).click()
      await expect(main.getByRole('article')).toContainText('910•••700')
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)

      // Enter signs; it asks for no other code.
      await page.goto(`${prefix}/voucher/${id}/contract`)
      await main.locator('form[aria-labelledby="sign-title"]').evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
      await main.getByLabel(t('own.code')).fill('123456')
      await main.getByLabel(t('own.code')).press('Enter')
      await expect(page.getByRole('alert')).toContainText(errors('agree'))
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await page.goto(`${prefix}/desk/reservations/${id}/contract`)

      const sign = main.getByRole('button', { name: t('sign.submit') })
      await main.getByLabel(t('sign.customer')).fill('Niloufar Rastegar')
      await main.getByLabel(t('sign.company')).fill('Leila Daryanavard')
      const pad = main.locator('.drawing-pad')
      if (javaScriptEnabled === false) await expect(pad).toHaveCount(0)
      else {
        await expect(pad).toHaveAccessibleName(t('sign.notDrawn'))
        await pad.scrollIntoViewIfNeeded()
        const { x, y, width, height } = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        await page.mouse.move(x + width / 4, y + height / 2)
        await page.mouse.down()
        await page.mouse.move(x + width / 2, y + height / 4)
        await page.mouse.move(x + (3 * width) / 4, y + height / 2)
        await page.mouse.up()
        await expect(pad).toHaveAccessibleName(t('sign.drawn'))
      }
      await main.locator('form[aria-labelledby="sign-title"]').evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
      await sign.click()
      await expect(page.getByRole('alert')).toContainText(errors('agree'))
      await expect(main.getByLabel(t('sign.customer'))).toHaveValue('Niloufar Rastegar')
      if (javaScriptEnabled !== false) await expect(pad).toHaveAccessibleName(t('sign.drawn'))
      await main.getByLabel(t('sign.agreed')).check()
      await sign.click()
      await expect(main.getByText(t('state.signed'))).toBeVisible()
      await expect(main.locator('svg.drawn')).toHaveCount(javaScriptEnabled === false ? 0 : 1)
      await expect(main.getByRole('article')).toContainText('Niloufar Rastegar')
      await expect(main.getByText(t('evidence.whole'))).toBeVisible()

      await page.goto(`${prefix}/voucher/${id}/contract`)
      await expect(main.getByRole('article')).toContainText('Leila Daryanavard')
      await expect(main.getByText(t('own.signedNote'))).toBeVisible()
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
    })

    test('a text without what the law asks for is kept as a draft and not published', async ({ page, request }) => {
      const companyId = await makeCompany()
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/company/contract`)
      const main = page.getByRole('main')
      const text = main.getByRole('textbox')
      const whole = await text.inputValue()
      await text.fill(whole.replace('{excess}', '{exces}'))
      await main.getByRole('button', { name: t('template.publish') }).click()
      await expect(page.getByRole('alert').first()).toContainText('{excess}')
      await expect(text).toHaveValue(/\{exces\}/)
      await main.getByRole('button', { name: t('template.save') }).click()
      await expect(main.getByText(t('template.draft', { n: 1 }))).toBeVisible()
      await text.fill(whole)
      await main.getByRole('button', { name: t('template.publish') }).click()
      await expect(main.getByText(t('template.draft', { n: 1 }))).toHaveCount(0)
      await expect(main.getByText(t('template.version', { n: 1 })).first()).toBeVisible()
      await expectToFit(page)
    })
  })
}
