import { expect, type Page } from '@playwright/test'

/** Waits until a sent form has its answer: a page that is left before would take the request with it. */
export async function answered(page: Page) {
  await expect(page.locator('[type=submit][aria-busy=true], button[aria-busy=true]')).toHaveCount(0)
}
