import { expect, type Page } from '@playwright/test'
import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'
import { words } from '#app/providers/gateways/simulator/words.ts'

/** Presses the button of an action on the simulated bank's page and returns to the shop. */
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
  // Saman sends its answer back by a form, which a script submits where scripts run.
  if (!isScripted && isSaman) await page.getByRole('button', { name: back }).click()
  await page.waitForURL(/^http:\/\/localhost/)
}
