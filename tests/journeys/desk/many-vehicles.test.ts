import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeCompany, makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'bulk')
  const imported = textFor(language, 'imports')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('vehicles are chosen, their prices raised after a preview, and paused by pasted plates', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const db = await siteDatabase()
      const fleet = () => db.selectFrom('ad').selectAll().where('company_id', '=', companyId).orderBy('id').execute()
      for (const _ of ['one', 'other']) await makeVehicle({ companyId })
      const [first] = await fleet()
      await db.updateTable('ad').set({ plate: '36305 کیش' }).where('id', '=', first!.id).execute()
      const main = page.getByRole('main')
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })

      await page.goto(`${prefix}/desk/fleet`)
      await look()
      await main.getByRole('button', { name: t('to.prices'), exact: true }).click()
      await expect(main.getByRole('alert')).toContainText(t('none'))
      await look()
      await page.goto(`${prefix}/desk/fleet`)
      await main.locator(`input[name=id][value="${first!.id}"]`).check()
      await main.getByRole('button', { name: t('to.prices'), exact: true }).click()

      await main.locator('[name=value]').fill('201')
      await main.getByRole('button', { name: t('prices.preview'), exact: true }).click()
      await expect(main.locator('[name=value]').first()).toHaveAccessibleDescription(errors('max', { n: 200 }))
      await main.locator('[name=value]').first().fill('۸٪')
      await main.getByRole('button', { name: t('prices.preview'), exact: true }).click()
      await expect(main.getByRole('alert')).toContainText(t('prices.changes', { n: 1 }))
      expect((await fleet())[0]!.p1).toBe(first!.p1)
      await look()
      await main.getByRole('button', { name: t('prices.apply', { n: 1 }), exact: true }).click()
      await expect(page.getByText(t('prices.done', { n: 1 }))).toBeVisible()
      expect((await fleet())[0]!.p1).toBe(Math.round((first!.p1 * 1.08) / 10_000) * 10_000)

      await page.goto(`${prefix}/desk/fleet/plates`)
      const [, second] = await fleet()
      await look()
      await main.locator(`[name=plate_${second!.id}]`).fill('36305-کیش')
      await main.getByRole('button', { name: t('plates.save'), exact: true }).click()
      await expect(main.locator(`[name=plate_${second!.id}]`)).toHaveAccessibleDescription(errors('plate_taken'))
      await expect(main.locator(`[name=plate_${second!.id}]`)).toHaveValue('36305-کیش')
      await main.locator(`[name=plate_${second!.id}]`).fill('۴۴۴۱۸ کیش')
      await main.getByRole('button', { name: t('plates.save'), exact: true }).click()
      await expect(page.getByText(t('plates.done', { n: 1 }))).toBeVisible()
      expect((await fleet())[1]!.plate).toBe('44418 کیش')

      await page.goto(`${prefix}/desk/fleet/many`)
      await main.getByLabel(t('paste.plates')).fill('۳۶۳۰۵-کیش\n11223')
      await main.getByRole('button', { name: t('paste.submit'), exact: true }).click()
      await expect(main.getByRole('alert')).toContainText(t('paste.found', { found: 1, unknown: 1 }))
      await expect(main.locator('textarea[readonly]')).toHaveValue('11223')
      await look()
      await main.getByRole('link', { name: t('to.pause'), exact: true }).click()
      await look()
      await main.getByRole('button', { name: t('pause.submit', { n: 1 }), exact: true }).click()
      await expect(page.getByText(t('pause.done', { n: 1 }))).toBeVisible()
      expect((await fleet())[0]!.status).toBe(0)
    })

    test('chosen vehicles get new terms and equipment, and what is left empty stays', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const db = await siteDatabase()
      const fleet = () => db.selectFrom('ad').selectAll().where('company_id', '=', companyId).orderBy('id').execute()
      for (const _ of ['one', 'other']) await makeVehicle({ companyId })
      const [before] = await fleet()
      const main = page.getByRole('main')
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/fleet`)
      for (const { id } of await fleet()) await main.locator(`input[name=id][value="${id}"]`).check()
      await main.getByRole('button', { name: t('to.terms'), exact: true }).click()
      const submit = main.getByRole('button', { name: t('terms.submit', { n: 2 }), exact: true })
      if (javaScriptEnabled !== false) await expectAccessible(page)
      await expectToFit(page)
      await submit.click()
      await expect(main.getByRole('alert')).toContainText(errors('nothing_to_change'))
      await main.locator('[name=min_driver_age]').fill('۱۲')
      await main.locator('[name=trust_type]').selectOption('CASH')
      await main.locator('[name=guarantee_amount]').fill('much')
      await main.locator('[name=bluetooth]').selectOption('yes')
      await submit.click()
      await expect(main.locator('[name=min_driver_age]')).toHaveAccessibleDescription(errors('min', { n: 16 }))
      await expect(main.locator('[name=guarantee_amount]')).toHaveAttribute('aria-invalid', 'true')
      await expect(main.locator('[name=bluetooth]')).toHaveValue('yes')
      await main.locator('[name=min_driver_age]').fill('۲۳')
      await main.locator('[name=guarantee_amount]').fill('۲٬۰۰۰٬۰۰۰')
      await submit.click()
      await expect(page.getByText(t('terms.done', { n: 2 }))).toBeVisible()
      for (const row of await fleet()) {
        expect(row).toMatchObject({ min_driver_age: 23, trust: 'CASH', mileage_per_day: before!.mileage_per_day })
        expect([row.guarantee_amount, row.properties.includes('bluetooth')]).toEqual([2_000_000, true])
      }
    })

    test('chosen vehicles get tags, which the list shows and finds them by, and lose them again', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const db = await siteDatabase()
      const fleet = textFor(language, 'fleet')
      const made = await Promise.all([1, 2, 3].map(() => makeVehicle({ companyId })))
      const [first, second, third] = made.map(({ id }) => id)
      const main = page.getByRole('main')
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const tagsOf = async (id: number) =>
        (await db.selectFrom('vehicle_details').select('tags').where('id', '=', id).executeTakeFirst())?.tags ?? []
      const choose = async (...ids: number[]) => {
        await page.goto(`${prefix}/desk/fleet`)
        for (const id of ids) await main.locator(`input[name=id][value="${id}"]`).check()
        await main.getByRole('button', { name: t('to.tags'), exact: true }).click()
      }
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await choose(first!, second!)
      const submit = main.getByRole('button', { name: t('tags.submit', { n: 2 }), exact: true })
      await look()
      await submit.click()
      await expect(main.getByRole('alert')).toContainText(errors('nothing_to_change'))
      const long = `family, ${'x'.repeat(31)}`
      await main.getByLabel(t('tags.add')).fill(long)
      await submit.click()
      await expect(main.getByLabel(t('tags.add'))).toHaveAccessibleDescription(
        new RegExp(errors('tag_length', { n: 30 }).replace('.', '\\.')),
      )
      await expect(main.getByLabel(t('tags.add'))).toHaveValue(long)
      await main.getByLabel(t('tags.add')).fill('family، لاستیک زمستانی')
      await submit.click()
      await expect(page.getByText(t('tags.done', { n: 2 }))).toBeVisible()
      expect(await tagsOf(second!)).toEqual(['family', 'لاستیک زمستانی'])

      await expect(main.getByText('family', { exact: true })).toHaveCount(3)
      await main.getByLabel(fleet('list.tag')).selectOption('family')
      await main.getByRole('button', { name: textFor(language, 'desk')('search.submit'), exact: true }).click()
      await expect(main.locator('input[name=id]')).toHaveCount(2)
      await expect(main.getByLabel(fleet('list.tag'))).toHaveValue('family')
      await look()

      await page.goto(`${prefix}/desk/fleet/${third}/details`)
      await main.getByLabel(fleet('details.tags')).fill('FAMILY')
      await main.getByRole('button', { name: fleet('details.save'), exact: true }).click()
      await expect(main.getByLabel(fleet('details.tags'))).toHaveValue('family')

      await choose(first!, third!)
      await main.getByRole('checkbox', { name: 'family' }).check()
      await look()
      await submit.click()
      await expect(page.getByText(t('tags.done', { n: 2 }))).toBeVisible()
      expect([await tagsOf(first!), await tagsOf(third!)]).toEqual([['لاستیک زمستانی'], []])
    })

    test('a work that falls due is entered for chosen vehicles after a preview, for each once', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const db = await siteDatabase()
      const due = textFor(language, 'due')
      for (const _ of ['one', 'other']) await makeVehicle({ companyId })
      const main = page.getByRole('main')
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const entered = () => db.selectFrom('vehicle_due').selectAll().where('company_id', '=', companyId).execute()
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/fleet`)
      for (const box of await main.locator('input[name=id]').all()) await box.check()
      await main.getByRole('button', { name: t('to.due'), exact: true }).click()
      const address = page.url()
      const preview = main.getByRole('button', { name: t('prices.preview'), exact: true })
      await look()
      await main.getByLabel(due('kind.label')).selectOption('INSURANCE')
      await main.locator('[name=due_km]').fill('much')
      await main.locator('[name=note]').fill('One policy')
      await preview.click()
      await expect(main.locator('[name=due_km]')).toHaveAttribute('aria-invalid', 'true')
      await main.locator('[name=due_km]').fill('')
      await preview.click()
      await expect(main.locator('[name=due_on]')).toHaveAttribute('aria-invalid', 'true')
      await expect(main.locator('[name=note]')).toHaveValue('One policy')
      await main.locator('[name=due_on]').fill('2027-03-01')
      await preview.click()
      await expect(main.getByRole('alert')).toContainText(t('due.changes', { n: 2 }))
      expect(await entered()).toEqual([])
      await look()
      await main.getByRole('button', { name: t('due.apply', { n: 2 }), exact: true }).click()
      await expect(page.getByText(t('due.done', { n: 2 }))).toBeVisible()
      expect(await entered()).toMatchObject(
        [1, 2].map(() => ({ kind: 'INSURANCE', due_on: '2027-03-01', note: 'One policy' })),
      )

      await page.goto(address)
      await main.getByLabel(due('kind.label')).selectOption('INSURANCE')
      await main.locator('[name=due_on]').fill('2027-04-01')
      await preview.click()
      await expect(main.getByRole('alert')).toContainText(t('due.changes', { n: 0 }))
      await expect(main.getByText(t('due.staying'))).toBeVisible()
      await look()
      expect(await entered()).toHaveLength(2)
    })

    test('a file is imported after a preview with its errors, and the import is undone', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const companyId = await makeCompany()
      const db = await siteDatabase()
      const main = page.getByRole('main')
      const look = async () => {
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
      }
      const csv = [
        'reference,plate,brand,model,type,colour,year,gearbox,fuel,seats,price_1,trust_type',
        'T-1,85001 کیش,Peugeot,207,hatchback,white,2022,manual,petrol,5,۱۸۵۰۰۰۰,deposit_free',
        'T-2,85002 کیش,Peugeot,207,hatchback,white,2022,manual,petrol,5,none,deposit_free',
      ].join('\n')
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/fleet/imports`)
      await look()
      const file = (name: string, bytes: Buffer) =>
        main.locator('[name=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })
      await file('latin.csv', Buffer.from([0x61, 0xff, 0xfe]))
      await main.getByRole('button', { name: imported('submit'), exact: true }).click()
      await expect(main.locator('[name=file]')).toHaveAccessibleDescription(new RegExp(errors('file_not_utf8')))
      await file('cars.csv', Buffer.from(csv))
      await main.getByRole('button', { name: imported('submit'), exact: true }).click()
      await expect(main.getByText(imported('error.not_a_number', { value: 'none' }))).toBeVisible()
      await look()
      expect(await db.selectFrom('ad').select('id').where('company_id', '=', companyId).execute()).toEqual([])
      await main.getByRole('button', { name: imported('applyValid', { n: 1 }), exact: true }).click()
      await expect(page.getByText(imported('applied', { created: 1, changed: 0 }))).toBeVisible()
      await look()
      await main.getByRole('button', { name: imported('undo'), exact: true }).click()
      await expect(page.getByText(imported('undone', { removed: 1, restored: 0 }))).toBeVisible()
      const [vehicle] = await db
        .selectFrom('ad')
        .select(['status', 'plate'])
        .where('company_id', '=', companyId)
        .execute()
      expect(vehicle).toEqual({ status: 2, plate: '85001 کیش' })
    })
  })
}
