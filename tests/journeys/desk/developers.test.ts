import { expect, test } from '@playwright/test'
import { SCENARIOS } from '#app/db/test-mode/scenarios.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { isApiKey } from '#app/rules/access/api-key.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'developers')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an owner lets a program in by a key, exchanges its secret and ends it', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const look = async () => {
        await expectToFit(page)
        if (javaScriptEnabled !== false) await expectAccessible(page)
      }
      const companyId = await makeCompany()
      const main = page.getByRole('main')
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/developers`)
      await expect(main.getByText(t('keys.none'))).toBeVisible()
      await look()
      await main.getByRole('link', { name: t('keys.new'), exact: true }).click()

      await main.getByLabel(t('keys.name'), { exact: true }).fill('Pars CRM')
      await main.getByRole('button', { name: t('new.submit'), exact: true }).click()
      await expect(main.getByText(errors('required')).first()).toBeVisible()
      await expect(main.getByLabel(t('keys.name'), { exact: true })).toHaveValue('Pars CRM')
      await look()
      await main.getByRole('checkbox', { name: t('scope.fleet:read') }).check()
      await main.getByRole('button', { name: t('new.submit'), exact: true }).click()
      const first = await main.getByLabel(t('made.key'), { exact: true }).inputValue()
      expect(isApiKey(first)).toBe(true)
      await look()
      expect(await statusWith(first, '/api/vehicles/')).toBe(200)
      expect(await statusWith(first, '/api/desk/reservations/')).toBe(403)

      // The same name once more makes no second key.
      await page.goto(`${prefix}/desk/developers/keys/new`)
      await main.getByLabel(t('keys.name'), { exact: true }).fill('pars crm')
      await main.getByRole('checkbox', { name: t('scope.fleet:read') }).check()
      await main.getByRole('button', { name: t('new.submit'), exact: true }).click()
      await expect(main.getByLabel(t('keys.name'), { exact: true })).toHaveAccessibleDescription(
        new RegExp(errors('key_name_taken').replace('.', '\\.')),
      )

      await page.goto(`${prefix}/desk/developers`)
      await expect(main.getByText(`${first.slice(0, 13)}…`)).toBeVisible()
      await expect(main.getByText(first)).toHaveCount(0)
      await look()
      await main.getByRole('link', { name: t('keys.change') }).click()
      await look()
      await main.getByRole('button', { name: t('change.rotateSubmit'), exact: true }).click()
      const second = await main.getByLabel(t('made.key'), { exact: true }).inputValue()
      expect(second).not.toBe(first)
      for (const key of [first, second]) expect(await statusWith(key, '/api/vehicles/')).toBe(200)

      await main.getByRole('link', { name: t('made.back'), exact: true }).click()
      await main.getByRole('link', { name: t('keys.change') }).click()
      await main.getByRole('button', { name: t('change.revokeSubmit'), exact: true }).click()
      await expect(page.getByText(t('change.revoked'))).toBeVisible()
      await expect(main.getByText(t('keys.none'))).toBeVisible()
      for (const key of [first, second]) expect(await statusWith(key, '/api/vehicles/')).toBe(401)

      // A key for test mode reaches nothing of the company.
      await page.goto(`${prefix}/desk/developers/keys/new`)
      await main.getByLabel(t('keys.name'), { exact: true }).fill('Pars CRM')
      // On a phone, too.
      const { width = 1280, height = 720 } = page.viewportSize() ?? {}
      await page.setViewportSize({ width: 390, height })
      await expect(main.getByLabel(t('keys.name'), { exact: true })).toBeVisible()
      await page.setViewportSize({ width, height })
      await main.getByLabel(t('new.mode'), { exact: true }).selectOption({ label: t('mode.TEST') })
      await main.getByRole('checkbox', { name: t('scope.fleet:read') }).check()
      await look()
      await main.getByRole('button', { name: t('new.submit'), exact: true }).click()
      const forTests = await main.getByLabel(t('made.key'), { exact: true }).inputValue()
      expect(isApiKey(forTests, 'TEST')).toBe(true)
      const listed = await request.get('/api/vehicles/', { headers: { authorization: `Bearer ${forTests}` } })
      expect(await listed.json()).toMatchObject({ count: SCENARIOS.length })
      await page.goto(`${prefix}/desk/developers`)
      await expect(main.getByText(t('mode.TEST'), { exact: true }).first()).toBeVisible()
      await look()

      async function statusWith(key: string, path: string) {
        return (await request.get(path, { headers: { authorization: `Bearer ${key}` } })).status()
      }
    })
  })
}
