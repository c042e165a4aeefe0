import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const desk = `${language === 'fa' ? '' : `/${language}`}/operator`
  const t = textFor(language, 'operator')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'appointing and removing an operator needs a second operator, and the new one sees only their own work',
      WITH_SCRIPTS,
      async ({ page, browser, request, javaScriptEnabled }) => {
        const looks = async (at: Page) => {
          await expectToFit(at)
          if (javaScriptEnabled !== false) await expectAccessible(at)
        }
        const guest = newcomer('fa')
        await signInByApi(request, guest)
        await startAsOperator(page, request, `${desk}/operators`)
        const colleague = await openFor(browser)
        await startAsOperator(colleague, request, `${desk}/approvals`)

        await page.getByRole('link', { name: t('operators.appoint') }).click()
        const phone = page.getByLabel(t('operators.phone'))
        await phone.fill('0912 777 0000')
        await page.getByLabel(t('operators.role')).selectOption('SUPPORT')
        await page.getByLabel(t('reason'), { exact: true }).fill('Answers in the evening')
        await page.getByRole('button', { name: t('operators.appoint') }).click()
        await expect(phone).toHaveAccessibleDescription(new RegExp(errors('no_account')))
        await expect(page.getByLabel(t('operators.role'))).toHaveValue('SUPPORT')
        await phone.fill(guest.phone)
        await looks(page)
        await page.getByRole('button', { name: t('operators.appoint') }).click()
        await expect(page.getByText(t('operators.waits'))).toBeVisible()
        await expect(page.getByRole('link', { name: `${t('operators.change')} ${guest.sentTo}` })).toHaveCount(0)
        await page.goto(`${desk}/approvals`)
        const own = page.getByRole('region', { name: t('approvals.appoint', { name: guest.sentTo }) })
        await expect(own.getByRole('button')).toHaveText([new RegExp(t('approvals.withdraw'))])
        await looks(page)

        await decide(colleague, t('approvals.appoint', { name: guest.sentTo }))
        const appointed = await openFor(browser)
        await startSignedIn(appointed, 'fa', guest, desk)
        const menu = appointed.getByRole('navigation', { name: t('title') })
        await expect(menu.getByRole('link', { name: t('nav.inbox') })).toHaveCount(1)
        await expect(menu.getByRole('link', { name: t('nav.payouts') })).toHaveCount(0)
        await expect(appointed.locator('.rail')).toContainText(
          t('nav.yourRole', { role: t('operators.roles.SUPPORT') }),
        )
        for (const foreign of ['payouts', 'operators', 'texts', 'audit'])
          expect((await appointed.request.get(`${desk}/${foreign}`)).status()).toBe(403)
        await looks(appointed)

        await page.goto(`${desk}/operators`)
        await page.getByRole('link', { name: `${t('operators.change')} ${guest.sentTo}` }).click()
        await page.getByLabel(t('reason'), { exact: true }).fill('Has left us')
        await looks(page)
        await page.getByRole('button', { name: t('operators.remove') }).click()
        await expect(page.getByText(t('operators.waits'))).toBeVisible()
        await decide(colleague, t('approvals.remove', { name: guest.sentTo }))
        await page.reload()
        await expect(page.getByRole('link', { name: `${t('operators.change')} ${guest.sentTo}` })).toHaveCount(0)
        expect((await appointed.request.get(desk, { maxRedirects: 0 })).status()).not.toBe(200)
        await colleague.context().close()
        await appointed.context().close()
      },
    )
  })

  async function decide(page: Page, title: string) {
    await page.goto(`${desk}/approvals`)
    const request = page.getByRole('region', { name: title })
    await request.getByRole('button', { name: t('approvals.approve') }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('approvals.approved'))).toBeVisible()
    await expect(request).toHaveCount(0)
  }
}

async function openFor(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  await context.setExtraHTTPHeaders(freshAddress())
  return context.newPage()
}

async function startAsOperator(page: Page, request: APIRequestContext, path: string) {
  const operator = newcomer('fa')
  await signInByApi(request, operator)
  await makeOperator(operator.sentTo)
  await startSignedIn(page, 'fa', operator, path)
}
