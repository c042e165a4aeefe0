import { expect, type Page } from '@playwright/test'

/** Touches the page as a person does and waits until its scripts have loaded: see `app/web/router/scripts/later-scripts.ts`. */
export async function wake(page: Page) {
  // A page that is being replaced, or is not parsed to its end, misses the movement, so it is repeated.
  await expect(async () => {
    await page.mouse.move(2, 2)
    await page.mouse.move(3, 3)
    await page.locator('html[data-awake]').waitFor({ state: 'attached', timeout: 2_000 })
  }).toPass()
}
