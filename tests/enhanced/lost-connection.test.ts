import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/texts.server.ts'
import { wake } from '../support/browser/wake.ts'

const common = textFor('en', 'common')

test('a list that cannot be sorted for want of a line stays as it is, and is sorted when the line is back', async ({
  page,
  context,
}) => {
  await page.goto('/en/rent/car?city=1061')
  await wake(page)
  const cards = page.getByRole('article')
  const before = await cards.count()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Cheapest' }).click()
  await expect(page.getByRole('status').getByText(common('held.page'))).toBeVisible()
  await expect(cards).toHaveCount(before)
  await page.screenshot({ path: '/tmp/lost-sort.png' })
  await context.setOffline(false)
  await expect(page).toHaveURL(/ordering=cheapest/)
  await expect(page.getByText(common('held.page'))).toBeHidden()
})
