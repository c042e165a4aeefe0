import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { bringToDesk } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

const t = textFor('fa', 'shell')

test('new work at the desk is announced, counted in the title and shown, with a sound only where it was asked for', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const companyId = await makeCompany()
  const { id } = await rentFrom(request, companyId)
  await bringToDesk(id, 'AWAITING_CONFIRMATION')
  // `40` is Socket.IO's packet that confirms the connection.
  const admitted = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && resolve()),
    )
  })
  await signInStaff(page, request, { companyId, desk: '/desk' })
  await admitted
  const waiting = page.locator('#waiting').getByRole('link', { name: 'آرمان', exact: true })
  await expect(waiting).toBeVisible()
  await expect(page.getByLabel(t('news.sound'))).not.toBeChecked()
  await expectAccessible(page)

  const cancelled = await request.patch(`/api/business/rent/ad/reserve/${id}/cancel/`, { headers: freshAddress() })
  expect(cancelled.ok()).toBe(true)
  await expect(page.getByRole('status').filter({ hasText: t('news.came', { n: 1 }) })).toBeVisible()
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(waiting).toHaveCount(0)
  await page.getByRole('button', { name: t('news.seen') }).click()
  await expect(page).not.toHaveTitle(/^\(1\)/)
})
