import { expect, type Page, test } from '@playwright/test'
import { axeErrors, sidewaysPixels, wordsSticking } from './accessible.ts'
import { NARROW, type View } from './matrix.ts'

/** Looks at pages one after the other, and reports everything that it saw at the end of the test. */
export function lookingAt(page: Page, { language, width }: View) {
  const prefix = language === 'fa' ? '' : `/${language}`

  return { look, visit, prefix }

  /** Opens a page of the language and looks at it. */
  async function visit(path: string) {
    await page.goto(prefix + path)
    await look(path)
  }

  /** axe finds nothing on the page as it is now, and on the narrowest screen it does not scroll sideways. */
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
/** Many pages one after the other take longer than one. */
export const PATIENCE_MS = 180_000
