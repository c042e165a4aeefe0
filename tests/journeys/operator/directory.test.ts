import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES, LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'directory')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an operator adds and removes a contact, and gets errors for an invalid city and an invalid app address',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        test.setTimeout(120_000)
        const look = async () => {
          if (javaScriptEnabled !== false) await expectAccessible(page)
          await expectToFit(page)
        }
        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)
        await startSignedIn(page, 'fa', operator, `${prefix}/operator/contacts`)
        await look()
        await page.getByRole('link', { name: t('contacts.new') }).click()
        await look()
        const name = `Help ${operator.sentTo.slice(-6)}`
        const field = (of: string) => page.locator(`[name="${of}"]`)
        for (const one of LANGUAGES) {
          await field(`title.${one}`).fill(name)
          await field(`description.${one}`).fill('Day and night')
        }
        await field('phone').fill('call us')
        await page.getByRole('button', { name: t('save'), exact: true }).click()
        await expect(field('phone')).toHaveAccessibleDescription(new RegExp(errors('phone')))
        await expect(field('title.de')).toHaveValue(name)
        await look()
        await field('phone').fill('+98 21 9100 1234')
        await page.getByRole('button', { name: t('save'), exact: true }).click()
        await expect(page.getByText(t('saved'))).toBeVisible()
        expect(await (await page.request.get(`${prefix}/pages/contact`)).text()).toContain(name)
        await page.getByRole('link', { name: new RegExp(name) }).click()
        await page.getByRole('button', { name: t('remove'), exact: true }).click()
        await expect(page.getByText(t('removed'))).toBeVisible()
        expect(await (await page.request.get(`${prefix}/pages/contact`)).text()).not.toContain(name)

        await page.goto(`${prefix}/operator/apps/new`)
        await look()
        await field('type').fill('user')
        await page.getByRole('button', { name: t('save'), exact: true }).click()
        await expect(field('type')).toHaveAccessibleDescription(new RegExp(errors('app_type')))

        // A company's places, in the same form as its owner's.
        const company = textFor(language, 'company')
        await page.goto(`${prefix}/operator/companies/12/places`)
        await look()
        await page.getByRole('link', { name: company('places.add') }).click()
        await look()
        await field('city').selectOption('1061')
        await field('kind').selectOption('HOTEL')
        await field(`name_${language}`).fill(name)
        await field(`address_${language}`).fill('Beach Road')
        await field('receive_fee').fill('1000000000000')
        await page.getByRole('button', { name: company('save'), exact: true }).click()
        await expect(field('receive_fee')).toHaveAttribute('aria-invalid', 'true')
        await field('receive_fee').fill('۲۵٬۰۰۰')
        await page.getByRole('button', { name: company('save'), exact: true }).click()
        await expect(page.getByText(company('places.added'))).toBeVisible()
        await page.getByRole('link', { name: `${company('places.change')} ${name}` }).click()
        const elsewhere = page.url().replace('/companies/12/', '/companies/11/')
        expect((await page.request.get(elsewhere)).status()).toBe(404)
        await page.goBack()
        await page.getByRole('button', { name: `${company('places.pause')} ${name}` }).click()
        await expect(page.getByText(company('places.pausedNow'))).toBeVisible()

        await page.goto(`${prefix}/operator/cities`)
        await look()
        await page.getByRole('link', { name: t('cities.new') }).click()
        await look()
        // A slug has only letters.
        const slug = `city-${operator.sentTo.slice(-6).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
        for (const one of LANGUAGES) await field(`name_${one}`).fill(slug)
        await field('slug').fill(slug)
        await field('latitude').fill('۲۷٫۱')
        await field('longitude').fill('57')
        await field('zone').fill('Iran')
        await field('airport_latitude').fill('27')
        await page.getByRole('button', { name: t('save'), exact: true }).click()
        await expect(field('airport_longitude')).toHaveAttribute('aria-invalid', 'true')
        await expect(field('latitude')).toHaveValue('۲۷٫۱')
        await look()
        await field('airport_latitude').fill('')
        await page.getByRole('button', { name: t('save'), exact: true }).click()
        await expect(page.getByText(t('cities.added'))).toBeVisible()
        const suggested = await page.request.get(`/api/business/rent/dynamic-cities/?search=${slug}`)
        expect(await suggested.text()).toContain(slug)
        await page.getByRole('cell').getByRole('link').first().click()
        await look()
        await field('latitude').fill('120')
        await page.getByRole('button', { name: t('save'), exact: true }).click()
        await expect(field('latitude')).toHaveAttribute('aria-invalid', 'true')
        await expect(field('latitude')).toHaveValue('120')
      },
    )
  })
}
