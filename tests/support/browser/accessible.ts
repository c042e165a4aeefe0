import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

declare global {
  var axe: typeof import('axe-core')
}

/** Minified, because each page parses it again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects that axe finds nothing on the page in its present state. axe runs in the page, so the test needs JavaScript. */
export async function expectAccessible(page: Page) {
  expect(await axeErrors(page)).toEqual([])
}

/** What axe finds on the page in its present state, each rule with its elements. */
export async function axeErrors(page: Page): Promise<string[]> {
  await endTransitions(page)
  const found = await violationsOf(page)
  return found.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`)
}

/** The violations of a rule: the rule and the HTML of each element. No page has frames. */
async function violationsOf(page: Page, { exclude = [], ...options }: RunOptions & { exclude?: string[] } = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ exclude, options }) => {
      const { violations } = await globalThis.axe.run({ include: [document], exclude }, options)
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
    },
    // Leaving out the rules that passed makes it faster.
    { exclude, options: { resultTypes: ['violations'], ...options } satisfies RunOptions },
  )
}

/**
 * Switches transitions off and finishes animations: axe measures the contrast of the colours it sees, and one half way
 * through a transition is neither the old nor the new.
 */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate((longest) => {
    const style = new CSSStyleSheet()
    style.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [style]
    for (const animation of document.getAnimations()) {
      const { endTime = Number.POSITIVE_INFINITY } = animation.effect?.getComputedTiming() ?? {}
      // Countdowns, endless animations and those that follow the scroll position stay as they are.
      if (animation.timeline === document.timeline && Number(endTime) <= longest) animation.finish()
    }
  }, LONGEST_ENTRANCE_MS)
}

const LONGEST_ENTRANCE_MS = 2_000

/** Targets smaller than 24 pixels with another one close by (WCAG 2.2, 2.5.8). axe leaves this rule out by default. */
export async function targetErrors(page: Page): Promise<string[]> {
  // Filters scroll under the sticky top and bottom of their column: a half covered one is only so until it is scrolled.
  const found = await violationsOf(page, { exclude: ['.filters'], runOnly: ['target-size'] })
  return found.flatMap(({ nodes }) => nodes)
}

/** By how many CSS pixels the page is wider than its window; 0 where it does not scroll sideways (WCAG 1.4.10). */
export function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
}

/** Words that overflow the line, button, cell or card that they are in, unless they are clipped on purpose. */
export function wordsSticking(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = 'li, p, dt, dd, h1, h2, h3, legend, label, button, summary, .btn, .tag, .chip, .card, .note, main'
    const scrolling = '.clip, .scroll, .scroll-x, .plan-box, .vs-t, .kinds, .vh, option, script, style, [hidden]'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement
      if (!parent || parent.closest(scrolling) || !text.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      const box = parent.closest(boxes)?.getBoundingClientRect()
      if (box && width > 0 && (left < box.left - 1 || right > box.right + 1)) found.push(text.textContent)
    }
    return found
  })
}

/** Words and numbers of at least three characters that are broken across lines; addresses and codes may break. */
export function brokenWords(page: Page, within = 'main'): Promise<string[]> {
  return page.locator(within).evaluateAll((elements) => {
    const other = 'thead, .vh, .plan-box, option, script, style, textarea, code, .ltr:not(.go), :not(html)[dir]'
    const broken: string[] = []
    for (const element of elements) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.parentElement?.checkVisibility() || text.parentElement.closest(other)) continue
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]{3,}/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.push(word)
        }
      }
    }
    return broken
  })
}
