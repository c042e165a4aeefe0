import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { axeErrors, sidewaysPixels, wordsSticking } from './accessible.ts'

/** In which language, on how wide a screen and in which colours a page is looked at. */
export interface View {
  language: Language
  width: number
  colorScheme: 'light' | 'dark'
}

const WIDE = 1280
const NARROW = 320

/** Every language and every width and scheme once; all of them together where FULL_MATRIX asks for it. */
const CHOSEN: View[] = [
  { language: 'fa', width: NARROW, colorScheme: 'light' },
  { language: 'en', width: WIDE, colorScheme: 'dark' },
  { language: 'ar', width: NARROW, colorScheme: 'dark' },
  { language: 'tr', width: WIDE, colorScheme: 'light' },
  { language: 'de', width: NARROW, colorScheme: 'light' },
]
const ALL: View[] = LANGUAGES.flatMap((language) =>
  [WIDE, NARROW].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ language, width, colorScheme })),
  ),
)
export const VIEWS = process.env.FULL_MATRIX ? ALL : CHOSEN

/** Looks at pages one after the other, and tells at the end of the test of everything that it saw. */
export function lookingAt(page: Page, { language, width }: View) {
  const prefix = language === 'fa' ? '' : `/${language}`

  return { look, visit, prefix }

  /** Opens a page of the language and looks at it. */
  async function visit(path: string) {
    await page.goto(prefix + path)
    await look(path)
  }

  /** The page as it stands: axe has nothing against it, and on the narrowest screen it does not scroll sideways. */
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
