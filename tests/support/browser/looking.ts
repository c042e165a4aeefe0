import { expect, type Page, test } from '@playwright/test'
import { axeErrors, sidewaysPixels, wordsSticking } from './accessible.ts'
import { NARROW, type View } from './matrix.ts'

/** Checks pages one after the other and reports all that it found at the end of the test. */
export function lookingAt(page: Page, { language, width }: View) {
  const prefix = language === 'fa' ? '' : `/${language}`

  return { look, visit, prefix }

  /** Opens a page in the language and checks it. */
  async function visit(path: string) {
    await page.goto(prefix + path)
    await look(path)
  }

  /** Expects that axe finds nothing on the page in its present state, and that the narrowest screen does not scroll sideways. */
  async function look(state: string) {
    await test.step(`look at ${state}`, async () => {
      expect.soft(await axeErrors(page), state).toEqual([])
      if (width > NARROW) await page.setViewportSize({ width: NARROW, height: HEIGHT })
      expect.soft(await sidewaysPixels(page), `${state}: scrolls sideways`).toBe(0)
      expect.soft(await wordsSticking(page), `${state}: words stick out`).toEqual([])
      if (width > NARROW) await page.setViewportSize({ width, height: HEIGHT })
    })
  }
}

export const HEIGHT = 900
/** A time limit for tests that visit many pages. */
export const PATIENCE_MS = 180_000
