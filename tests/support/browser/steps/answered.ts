import { expect, type Page } from '@playwright/test'

/** Waits until a submitted form has its answer: leaving the page before that would cancel the request. */
export async function answered(page: Page) {
  await expect(page.locator('[type=submit][aria-busy=true], button[aria-busy=true]')).toHaveCount(0)
}
