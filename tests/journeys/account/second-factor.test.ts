import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import {
  askForCode,
  codeSentTo,
  giveCode,
  newcomer,
  signInByApi,
  startSignedIn,
} from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { forgetFactorProof, giveSecurityKey, makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

const STEP_MS = 30_000
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'factor')
  const login = textFor(language, 'login')
  const errors = textFor(language, 'errors')
  const desk = textFor(language, 'operator')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'an operator turns the second factor on, signs in with it, and proves it again before money moves',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const looks = async () => {
          await expectToFit(page)
          if (javaScriptEnabled !== false) await expectAccessible(page)
        }
        const guest = newcomer('fa')
        await signInByApi(request, guest)
        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)
        await startSignedIn(page, 'fa', operator, `${prefix}/profile/second-factor`)
        await looks()
        await page.getByRole('button', { name: t('begin') }).click()
        await expect(page.getByRole('img', { name: t('scan.picture') })).toBeVisible()
        await looks()
        const secret = (await page.getByRole('main').locator('code').innerText()).replaceAll(/\s/g, '')
        await page.getByLabel(t('first.label')).fill('000000')
        await page.getByRole('button', { name: t('first.submit') }).click()
        await expect(page.getByLabel(t('first.label'))).toHaveAccessibleDescription(new RegExp(errors('factor_code')))
        // The code of the previous interval, so that the current one is still unused for the sign-in.
        // Where the interval has ended meanwhile, that code is too old, and the next one is taken.
        await expect(async () => {
          await page.getByLabel(t('first.label')).fill(codeOf(secret, -1))
          await page.getByRole('button', { name: t('first.submit') }).click()
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('codes.title'), { timeout: 5000 })
        }).toPass({ timeout: 20_000 })
        await looks()
        const codes = await page.getByRole('main').locator('li code').allInnerTexts()
        expect(codes).toHaveLength(10)
        await page.getByRole('button', { name: t('codes.goOn') }).click()
        await expect(page.getByLabel(t('codes.kept'))).toHaveAccessibleDescription(errors('keep_codes'))
        await page.getByLabel(t('codes.kept')).check()
        await page.getByRole('button', { name: t('codes.goOn') }).click()
        await expect(page.getByText(t('renewText'))).toBeVisible()
        // Without scripts there are no security keys, and codes are enough.
        await expect(page.getByText(t('keys.title'))).toHaveCount(javaScriptEnabled === false ? 0 : 1)
        await giveSecurityKey(operator.sentTo, 'Office laptop')
        await page.reload()
        await page.getByRole('button', { name: 'Office laptop' }).click()
        await expect(page.getByText(t('keys.removed'))).toBeVisible()
        await looks()

        await page.context().clearCookies()
        await page.goto(`${prefix}/login?returnUrl=${encodeURIComponent(`${prefix}/operator/find?q=${guest.phone}`)}`)
        await askForCode(page, language, language === 'fa' ? operator : { ...operator, email: 'operator@mail.example' })
        await giveCode(page, language, await codeSentTo(operator.sentTo, 3))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(login('factor.title'))
        await looks()
        expect((await page.request.get(`${prefix}/operator`, { maxRedirects: 0 })).status()).not.toBe(200)
        await answerFactor(page, '111111')
        await expect(page.getByRole('main').getByRole('alert')).toContainText(errors('factor_code'))
        await answerFactor(page, codeOf(secret))
        // The search that was asked for opens the one person that it finds.
        await page.waitForURL(/\/operator\/people\//)

        await forgetFactorProof(operator.sentTo)
        await page.getByRole('link', { name: desk('correct.do'), exact: true }).click()
        await expect(page.getByText(login('factor.again'))).toBeVisible()
        await page.getByText(login('factor.lost')).click()
        await page.getByLabel(login('factor.recovery')).fill(codes[0] ?? '')
        await page.getByRole('button', { name: login('factor.useRecovery') }).click()
        await page.getByLabel(desk('correct.amount')).fill('12000')
        await page.getByLabel(desk('correct.currency')).selectOption('IRT')
        await page.getByLabel(desk('reason'), { exact: true }).fill('Goodwill')
        // The proof has expired: what was typed comes back after the code.
        await forgetFactorProof(operator.sentTo)
        await page.getByRole('button', { name: desk('correct.do') }).click()
        await page.getByText(login('factor.lost')).click()
        await page.getByLabel(login('factor.recovery')).fill(codes[1] ?? '')
        await page.getByRole('button', { name: login('factor.useRecovery') }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(login('resume.checkedTitle'))
        await page.getByRole('button', { name: login('resume.submit') }).click()
        await expect(page.getByText(desk('correct.done'))).toBeVisible()
      },
    )

    async function answerFactor(page: Page, code: string) {
      await page.getByLabel(login('factor.label'), { exact: true }).fill(code)
      await page.getByRole('button', { name: login('code.submit'), exact: true }).click()
    }

    test(
      'an operator rewrites a message, previews it, and goes back to the shipped text',
      WITHOUT_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)
        await startSignedIn(page, 'fa', operator, `${prefix}/operator/templates?lang=tr`)
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
        const key = language === 'fa' ? 'pickedUp.title' : 'returned.title'
        await page.getByRole('link', { name: key, exact: true }).click()
        const box = page.getByLabel(desk('templates.field'))
        await box.fill('Güle güle {nobody}')
        await page.getByRole('button', { name: desk('templates.save') }).click()
        await expect(box).toHaveAccessibleDescription(new RegExp(errors('icu_unknown', { name: 'nobody' })))
        await expect(box).toHaveValue('Güle güle {nobody}')
        await box.fill('Güle güle!')
        await page.getByRole('button', { name: desk('templates.preview') }).click()
        await expect(page.locator('#preview')).toContainText('Güle güle!')
        await expect(box).toHaveValue('Güle güle!')
        await page.getByRole('button', { name: desk('templates.save') }).click()
        await expect(page.getByText(desk('templates.saved'))).toBeVisible()
        await expect(page.locator('#versions')).toContainText('Güle güle!')
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expectToFit(page)
        await page.getByRole('button', { name: desk('templates.reset') }).click()
        await expect(page.getByText(desk('templates.isReset'))).toBeVisible()
      },
    )
  })
}
