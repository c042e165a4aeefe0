import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { mayOpenPage } from '#app/rules/access/operator-page.ts'
import { deskPages } from '../../support/browser/desk-pages.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

const t = textFor('fa', 'operator')

for (const role of ['MONEY', 'CONTENT', 'SUPPORT'] as const) {
  test(`operators of ${role} see inside the desk which pages are not for their role`, async ({ page, request }) => {
    test.setTimeout(120_000)
    const operator = newcomer('fa')
    await signInByApi(request, operator)
    await makeOperator(operator.sentTo, role)
    await startSignedIn(page, 'fa', operator, '/operator')
    const pages = await deskPages('operator', operator.sentTo)
    const refused = pages.filter(({ address }) => !mayOpenPage(role, address))
    for (const { address } of pages) {
      const answer = await page.request.get(address, { maxRedirects: 0 })
      const isRefused = answer.status() === 403
      expect(isRefused, `${address}: ${answer.status()}`).toBe(!mayOpenPage(role, address))
      // Whatever its state, a page of their own work is there.
      if (!isRefused) expect([200, 303, 307, 409], `${address}: ${answer.status()}`).toContain(answer.status())
    }
    const answer = await page.goto(refused[0]?.address ?? '')
    expect(answer?.status()).toBe(403)
    await expect(page.getByRole('heading', { level: 1, name: t('refused.title') })).toBeVisible()
    await expect(page.getByRole('main').getByText('کاوه نیک‌نام')).toBeVisible()
    await expect(page.getByRole('navigation', { name: t('title') })).toBeVisible()
    await page.getByRole('link', { name: t('refused.overview') }).click()
    await expect(page).toHaveURL('/operator')
    // An address that leads nowhere keeps the frame, too.
    const gone = await page.goto('/operator/approvals/nothing')
    expect(gone?.status()).toBe(404)
  })
}
