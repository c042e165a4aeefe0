import { expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { freeVehicle } from '../../support/api/booking.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { askForCode, codeSentTo, giveCode, newcomer } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'

for (const language of ['en', 'fa'] as const) {
  const t = textFor(language, 'booking')
  const login = textFor(language, 'login')
  const prefix = language === 'fa' ? '' : `/${language}`

  test(
    `signing in during a booking keeps the booking and fills in its form, in ${language}`,
    inSample(language),
    async ({ page, context, javaScriptEnabled }) => {
      await context.setExtraHTTPHeaders(freshAddress())
      const person = newcomer(language)
      const vehicle = await freeVehicle(page.request, { daysAhead: 64 })
      await page.goto(`${prefix}${vehicle.path}`)
      await page.getByLabel(t('driver.fullname')).fill('Mina Rad')
      if (javaScriptEnabled) await wake(page)
      await offer(page, language).click()
      if (javaScriptEnabled) await signInByDialog(page, language, person)
      else {
        await askForCode(page, language, person)
        await giveCode(page, language, await codeSentTo(person.sentTo))
        await page.getByRole('button', { name: login('resume.goOn') }).click()
      }
      await expect(offer(page, language)).toHaveCount(0)
      await expect(page.getByLabel(t('driver.fullname'))).toHaveValue('Mina Rad')
      await expect(page.getByLabel(t('driver.phone'), { exact: true })).toHaveValue(person.phone.replace(/^0/, ''))
      await expect(page.getByLabel(t('driver.country_code'), { exact: true })).toHaveValue(person.dialCode)
      if (person.email) await expect(page.getByLabel(t('driver.email')).first()).toHaveValue(person.email)
      expect(new URL(page.url()).pathname).toBe(`${prefix}${vehicle.path.split('?')[0]}`)
    },
  )
}

test(
  'after signing in for a discount code a message says that the code can be used now',
  WITHOUT_SCRIPTS,
  async ({ page, context, javaScriptEnabled }) => {
    await context.setExtraHTTPHeaders(freshAddress())
    const person = newcomer('en')
    const vehicle = await freeVehicle(page.request, { daysAhead: 64 })
    const t = textFor('en', 'booking')
    await page.goto(`/en${vehicle.path}`)
    await page.getByLabel(t('price.discount')).fill('EURO15')
    if (javaScriptEnabled) await wake(page)
    await page
      .getByRole('region', { name: t('price.title') })
      .getByRole('button', { name: t('signIn.button') })
      .click()
    if (javaScriptEnabled) await signInByDialog(page, 'en', person)
    else {
      await askForCode(page, 'en', person)
      await giveCode(page, 'en', await codeSentTo(person.sentTo))
    }
    await expect(page.getByText(textFor('en', 'login')('discountReady'))).toBeVisible()
    if (!javaScriptEnabled) await page.getByRole('button', { name: textFor('en', 'login')('resume.goOn') }).click()
    await expect(page.getByLabel(t('price.discount'))).toHaveValue('EURO15')
  },
)

function offer(page: Page, language: Language) {
  const t = textFor(language, 'booking')
  return page.getByRole('region', { name: t('driver.title') }).getByRole('button', { name: t('signIn.button') })
}

async function signInByDialog(page: Page, language: Language, person: ReturnType<typeof newcomer>) {
  const t = textFor(language, 'login')
  const phone = page.getByRole('dialog', { name: t('title') })
  await phone.getByLabel(t('countryCode')).selectOption(person.dialCode)
  await phone.getByLabel(t('phone')).fill(person.phone)
  if (person.email) await phone.getByLabel(t('email')).fill(person.email)
  await phone.getByRole('button', { name: t('send') }).click()
  const code = page.getByRole('dialog', { name: t('code.title') })
  await code.getByLabel(t('code.label')).fill(await codeSentTo(person.sentTo))
  await code.getByRole('button', { name: t('code.submit'), exact: true }).click()
}
