import { expect, type Page } from '@playwright/test'
import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'
import { words } from '#app/providers/gateways/simulator/words.ts'

/** What a customer does on the simulated bank's page: presses the action's button, and returns to the shop. */
export async function doAtBank(
  page: Page,
  language: 'fa' | 'en',
  action: CustomerAction,
  { isScripted }: { isScripted: boolean },
) {
  const { simulation, actions, back } = words[language]
  await page.waitForURL(/^http:\/\/127\.0\.0\.1/)
  await expect(page.getByText(simulation)).toBeVisible()
  const isSaman = page.url().includes('/OnlinePG/')
  const button = action === 'pay' ? { name: `${actions.pay}: ` } : { name: actions[action], exact: true }
  await page.getByRole('button', button).click()
  // Saman's answer comes back by a form, which a script sends where there are scripts.
  if (!isScripted && isSaman) await page.getByRole('button', { name: back }).click()
  await page.waitForURL(/^http:\/\/localhost/)
}
