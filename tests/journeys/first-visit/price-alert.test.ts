import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress, messagesTo, todayInTehran } from '../../support/browser/steps/traveller.ts'

const KISH = 1061

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'alerts')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test('a visitor sets a price alert from the results, confirms it by e-mail, and ends it', async ({
      page,
      javaScriptEnabled,
    }) => {
      const main = page.getByRole('main')
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const [start, end] = [addDays(todayInTehran(), 20), addDays(todayInTehran(), 24)]
      const days = `start_date=${start}&start_time=10:00&end_date=${end}&end_time=10:00`
      await page.goto(`${prefix}/rent/car?city=${KISH}&${days}`)
      await main.locator('a[href*="price-alert"]').first().click()
      await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible()
      await look()

      const submit = main.getByRole('button', { name: t('submit'), exact: true })
      await main.locator('[name=goal][value=AMOUNT]').check()
      await main.locator('[name=amount]').fill('cheap')
      await main.locator('[name=email]').fill('nobody')
      await submit.click()
      // Both errors at once, with what was typed.
      await expect(main.locator('[name=email]')).toHaveAccessibleDescription(new RegExp(errors('email')))
      await expect(main.locator('[name=amount]')).toHaveAccessibleDescription(new RegExp(errors('number')))
      await expect(main.locator('[name=email]')).toHaveValue('nobody')
      await expect(main.locator('[name=goal][value=AMOUNT]')).toBeChecked()
      await look()

      const email = `alert${Date.now()}${language}@mail.example`
      await main.locator('[name=goal][value=ANY]').check()
      await main.locator('[name=amount]').fill('')
      await main.locator('[name=email]').fill(email)
      await submit.click()
      await expect(page.getByRole('heading', { level: 1, name: t('done.asked.title') })).toBeVisible()
      await look()

      await expect.poll(() => messagesTo(email)).toHaveLength(1)
      const link = (about: string) =>
        new RegExp(`https?://[^/\\s]+(/\\S*price-alert/${about}\\?token=[\\w.-]+)`).exec(
          messagesTo(email)[0] ?? '',
        )?.[1]
      await page.goto(link('confirm') ?? '')
      await look()
      await main.getByRole('button', { name: t('confirm.submit'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('done.confirmed.title') })).toBeVisible()

      await page.goto(link('stop') ?? '')
      await look()
      await main.getByRole('button', { name: t('stop.submit'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('done.ended.title') })).toBeVisible()
    })

    test('a person’s alerts are listed in the profile, and each can be ended there', async ({ page, request }) => {
      const person = newcomer(language)
      await signInByApi(request, person)
      await startSignedIn(page, language, person, `${prefix}/profile/profile`)
      const main = page.getByRole('main')
      await main.locator('a[href$="/profile/price-alerts"]').click()
      await expect(page.getByText(t('own.none'))).toBeVisible()

      const [start, end] = [addDays(todayInTehran(), 20), addDays(todayInTehran(), 24)]
      const days = `start_date=${start}&start_time=10:00&end_date=${end}&end_time=10:00`
      await page.goto(`${prefix}/price-alert?city=${KISH}&${days}&kind=car`)
      await main.locator('[name=email]').fill(`own${Date.now()}${language}@mail.example`)
      await main.getByRole('button', { name: t('submit'), exact: true }).click()
      await main.getByRole('link', { name: t('own.title'), exact: true }).click()
      await expectToFit(page)
      await main.getByRole('button', { name: t('own.end') }).click()
      await expect(page.getByText(t('own.ended'))).toBeVisible()
    })
  })
}
