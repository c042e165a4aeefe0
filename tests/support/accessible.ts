import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The page as it stands has nothing that axe objects to. The checker is itself a script, so it needs JavaScript. */
export async function expectAccessible(page: Page) {
  expect(await axeFaults(page)).toEqual([])
}

/** What axe objects to on the page as it stands, each rule with its elements. */
export async function axeFaults(page: Page): Promise<string[]> {
  // No page has frames, and nobody reads what passed: so it takes a quarter of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

/** By how many CSS pixels the page is wider than its window; 0 where it does not scroll sideways (WCAG 1.4.10). */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
}
