import { expect, type Page, test } from '@playwright/test'
import { formatDate } from '#app/i18n/format/dates.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { addDays, weekday } from '#app/rules/time/calendar-date.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { makeAgent } from '../../support/server/database/site-database.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

/** A Monday some weeks ahead; the season lasts until Sunday. */
const monday = (() => {
  const far = addDays(todayInTehran(), 40)
  return addDays(far, (8 - weekday(far)) % 7)
})()

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'prices')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an owner prices a season and weekdays, previews the prices by day, and travellers pay them',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        test.setTimeout(180_000)
        const isScripted = javaScriptEnabled !== false
        const companyId = await makeCompany({})
        const { id } = await makeVehicle({ companyId })
        const person = newcomer('fa')
        await signInByApi(request, person)
        await makeAgent(person.sentTo, companyId)
        const path = `${prefix}/desk/fleet/${id}/prices`
        await startSignedIn(page, 'fa', person, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await expectToFit(page)

        await setTiers(page)
        await setRules(page)
        await addSeason(page, isScripted)
        await seesPreview(page, path)
        await page.goto(`${prefix}/book/car/${id}/${addDays(monday, -2)}/${addDays(monday, 2)}`)
        const bill = page.getByRole('main')
        await expect(bill).toContainText(language === 'fa' ? '۱٬۲۰۰٬۰۰۰' : '€')

        // The company's own page has the same forms, but no day prices.
        await page.goto(`${prefix}/desk/company/prices`)
        await expect(page.getByRole('form', { name: t('rules.title') })).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await expectToFit(page)
        await page.goto(path)
        await page.getByRole('button', { name: t('season.drop') }).click()
        await expect(page.getByText(t('season.dropped'))).toBeVisible()
      },
    )

    test(
      'an owner discounts longer rentals for all vehicles at once, and travellers pay the discounted price',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        test.setTimeout(120_000)
        const isScripted = javaScriptEnabled !== false
        const companyId = await makeCompany({})
        const { id } = await makeVehicle({ companyId })
        const person = newcomer('fa')
        await signInByApi(request, person)
        await makeAgent(person.sentTo, companyId)
        await startSignedIn(page, 'fa', person, `${prefix}/desk/company/tiers`)
        const field = (name: string) => page.locator(`#tiers [name=${name}]`)
        const preview = page.getByRole('button', { name: t('lengthsForAll.preview'), exact: true })
        const typed = { p3: '1000000000000', p7: '۱۲٬۰۰۰', p14: '-5', p30: 'نصف' }
        for (const [name, value] of Object.entries(typed)) await field(name).fill(value)
        await preview.click()
        for (const [name, value] of Object.entries(typed)) {
          const reason =
            name === 'p30' ? errors('number') : errors(name === 'p14' ? 'min' : 'max', { n: name === 'p14' ? 0 : 90 })
          await expect(field(name)).toHaveAccessibleDescription(reason)
          await expect(field(name)).toHaveValue(value)
        }
        if (isScripted) await expectAccessible(page)
        await expectToFit(page)

        // Zero is a valid discount; a longer rental may cost more per day, as the preview shows.
        const right = { p3: '۱۰٪', p7: '0', p14: '20 %', p30: '۳۰' }
        for (const [name, value] of Object.entries(right)) await field(name).fill(value)
        await preview.click()
        await expect(page.getByText(t('lengthsForAll.changes', { n: 1 }))).toBeVisible()
        if (isScripted) await expectAccessible(page)
        await expectToFit(page)
        const paysFor = async (days: number) => {
          await page.goto(`/book/car/${id}/${monday}/${addDays(monday, days)}`)
          return toLatinDigits((await page.getByRole('main').textContent()) ?? '').replaceAll('٬', '')
        }
        const path = page.url()
        expect(await paysFor(3)).toContain('4000000')
        await page.goto(path)
        await page.getByRole('button', { name: t('lengthsForAll.apply') }).click()
        await expect(page.getByText(t('lengthsForAll.done', { n: 1 }))).toBeVisible()
        expect(await paysFor(3)).toContain('3780000')
        expect(await paysFor(14)).toContain('3360000')
        expect(await paysFor(30)).toContain('2940000')
      },
    )

    /** Invalid values stay, with the reason beside each field. */
    async function setTiers(page: Page) {
      const form = page.getByRole('form', { name: /./ }).first()
      const first = form.locator('[name=p1]')
      await first.fill('0')
      await form.locator('[name=p3]').fill('1000000000000')
      await form.locator('[name=p7]').fill('هزار')
      await form.getByRole('button').click()
      await expect(form.locator('[name=p7]')).toHaveAccessibleDescription(errors('number'))
      await form.locator('[name=p7]').fill('900000')
      await form.getByRole('button').click()
      await expect(first).toHaveAccessibleDescription(/./)
      await expect(form.locator('[name=p3]')).toHaveAccessibleDescription(/./)
      await expect(form.locator('[name=p3]')).toHaveValue('1000000000000')
      await first.fill('۱٬۰۰۰٬۰۰۰')
      await form.locator('[name=p3]').fill('1,000,000')
      await form.getByRole('button').click()
      await expect(page.getByText(t('tiers.saved'))).toBeVisible()
      expect(toLatinDigits(await first.inputValue()).replaceAll(/\D/g, '')).toBe('1000000')
    }

    async function setRules(page: Page) {
      const form = page.getByRole('form', { name: t('rules.title') })
      await form.getByLabel(t('min_days')).fill('5')
      await form.getByLabel(t('max_days')).fill('۳')
      await form.getByLabel(t('early_percent')).fill('10')
      await form.getByRole('button').click()
      await expect(form.getByLabel(t('max_days'))).toHaveAccessibleDescription(/5|۵/)
      await expect(form.getByLabel(t('early_days'))).toHaveAccessibleDescription(new RegExp(errors('required')))
      await expect(form.getByLabel(t('max_days'))).toHaveValue('۳')
      await form.getByLabel(t('min_days')).fill('2')
      await form.getByLabel(t('max_days')).fill('')
      await form.getByLabel(t('early_percent')).fill('')
      await form.locator('[name=weekday_6]').fill('۲۰٪')
      await form.getByRole('button').click()
      await expect(page.getByText(t('rules.saved'))).toBeVisible()
    }

    async function addSeason(page: Page, isScripted: boolean) {
      const form = page.getByRole('form', { name: t('season.add') })
      const day = (date: string) => formatDate(date, language, 'numeric')
      const fill = async (name: string, start: string, end: string) => {
        await form.getByLabel(t('season.name')).fill(name)
        await form.getByLabel(t('season.start')).fill(start)
        await form.getByLabel(t('season.end')).fill(end)
        await form.getByLabel(t('season.percent')).fill('50')
        await form.getByRole('button').click()
      }
      await fill('Feast', day(monday), day(addDays(monday, -1)))
      await expect(form.getByLabel(t('season.end'))).toHaveAccessibleDescription(
        new RegExp(errors('season_ends_before')),
      )
      await expect(form.getByLabel(t('season.name'))).toHaveValue('Feast')
      if (isScripted) await expectAccessible(page)
      // A date in the other calendar is accepted, too.
      await fill('Feast', formatDate(monday, language === 'fa' ? 'en' : 'fa', 'numeric'), day(addDays(monday, 6)))
      await expect(page.getByText(t('season.saved'))).toBeVisible()
      await fill('Other', day(addDays(monday, 6)), day(addDays(monday, 9)))
      await expect(form.getByLabel(t('season.start'))).toHaveAccessibleDescription(
        new RegExp(errors('season_overlap', { name: 'Feast' })),
      )
      await page.goto(page.url())
      await page.getByRole('link', { name: t('season.edit') }).click()
      const edited = page.getByRole('form', { name: t('season.change') })
      await expect(edited.getByLabel(t('season.name'))).toHaveValue('Feast')
      await edited.getByLabel(t('season.percent')).fill('−۲۵')
      await edited.getByRole('button').click()
      await expect(page.getByText(t('season.saved'))).toBeVisible()
    }

    async function seesPreview(page: Page, path: string) {
      await page.goto(`${path}?month=${monday}&length=3`)
      const cell = (date: string) => page.locator('.fares td').filter({ has: page.locator(`time[datetime="${date}"]`) })
      await expect(cell(monday)).toContainText('Feast')
      const amountOf = async (date: string) =>
        Number(toLatinDigits((await cell(date).locator('b').textContent()) ?? '').replaceAll(/\D/g, ''))
      expect(await amountOf(monday)).toBe(750)
      await page.getByLabel(t('preview.length'), { exact: true }).selectOption('7')
      await page.getByRole('button', { name: t('preview.show') }).click()
      await expect(page).toHaveURL(/length=7/)
      expect(await amountOf(monday)).toBe(675)
    }
  })
}
