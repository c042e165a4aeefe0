import { expect, test } from '@playwright/test'
import { wake } from '../support/browser/wake.ts'

test('a page that cannot be fetched says that the connection was lost', async ({ page }) => {
  await page.goto('/en/rent/car?city=1061')
  await wake(page)
  await page.route('**/*.data*', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Cheapest' }).click()
  await expect(page.getByText('The connection to the server was lost.')).toBeVisible()
})
