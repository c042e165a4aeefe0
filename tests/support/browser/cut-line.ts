import { type BrowserContext, expect, type Page } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { wake } from './steps/wake.ts'

/** The forms of a page that change something. */
const FORMS = 'main form[method=post]'

interface Cut {
  context: BrowserContext
  language: Language
  path: string
  /** How many forms of a page are tried (default: all). Forms that differ only in the thing they are about count once. */
  most?: number
}

/**
 * For each form that changes something: types into it, submits it while offline, goes online and reloads the page.
 * Expects that the page stays, says beside the button that it is offline, and keeps what was typed before and after the
 * reload. Returns the number of forms.
 */
export async function cutAtEachForm(page: Page, { context, language, path, most }: Cut): Promise<number> {
  await open(page, path)
  const forms = (await differentForms(page)).slice(0, most)
  for (const nth of forms) await cutAtForm(page, { context, language, path }, nth)
  return forms.length
}

/**
 * For each form that changes something: types into it, and follows the link of another language in the menu. Expects
 * that the page in that language has what was typed. Returns the number of forms with text.
 */
export async function changeLanguageAtEachForm(
  page: Page,
  { path, language, most }: Omit<Cut, 'context'>,
): Promise<number> {
  await open(page, path)
  const forms = (await differentForms(page)).slice(0, most)
  let count = 0
  for (const nth of forms) {
    await open(page, path)
    const typed = await typeInto(page, nth)
    if (typed.length === 0) continue
    count++
    const link = page.locator(`.menu a[hreflang=${language}]`).first()
    await link.evaluate((one) => one.closest('details')?.setAttribute('open', ''))
    await link.click()
    await expect(page.locator(`html[lang^=${language}]`)).toBeAttached()
    await awaken(page)
    // Names in each language stand in another order then.
    const typedNow = async () => (await valuesOf(page, nth)).sort()
    await expect.poll(typedNow, { message: `${path}, form ${nth}, in ${language}` }).toEqual(typed.sort())
  }
  return count
}

async function cutAtForm(page: Page, { context, language, path }: Cut, nth: number) {
  const where = `${path}, form ${nth}`
  await open(page, path)
  const form = page.locator(FORMS).nth(nth)
  const main = form.locator('button.btn-go')
  const button = (await main.count()) > 0 ? main.last() : form.locator('button[type=submit], button:not([type])').last()
  if (!(await button.isVisible())) return
  const typed = await typeInto(page, nth)
  await context.setOffline(true)
  await button.click()
  await expect(page.locator('.held[role=status]'), where).toContainText(heldText(language))
  await expect(page.locator('.oops')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(new URL(path, page.url()).pathname)
  expect(await valuesOf(page, nth), where).toEqual(typed)
  // Nothing may be sent by itself before the page is reloaded.
  await context.route('**', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await context.setOffline(false)
  await page.goto('about:blank').catch(() => {})
  await page.goto(path)
  await context.unroute('**')
  await awaken(page)
  if (typed.length > 0)
    await expect.poll(() => valuesOf(page, nth), { message: `${where}, loaded anew` }).toEqual(typed)
}

/** What a page says beside the button: that the request waits, or that a part of the page that the button needs (as a dialog) does. */
function heldText(language: Language): RegExp {
  const common = textFor(language, 'common')
  return new RegExp([common('held.form'), common('held.page')].map((text) => text.replaceAll('.', '\\.')).join('|'))
}

/** The indexes of the forms, only the first of those that have the same fields and lead to the same page. */
function differentForms(page: Page): Promise<number[]> {
  return page.locator(FORMS).evaluateAll((forms) => {
    const kinds = forms.map((form) => {
      const names = [...(form as HTMLFormElement).elements].map((control) => control.getAttribute('name'))
      return `${form.getAttribute('action')?.replace(/[\w-]*\d[\w-]*/g, '')} ${names.join()} ${form.className}`
    })
    return kinds.flatMap((kind, nth) => (kinds.indexOf(kind) === nth ? [nth] : []))
  })
}

async function open(page: Page, path: string) {
  await page.evaluate(() => sessionStorage.removeItem('kept-form')).catch(() => {})
  await page.goto(path)
  if ((await page.locator(FORMS).count()) > 0) await awaken(page)
}

/**
 * Waits until the script that holds requests while offline has loaded: with the page's other scripts, or alone where it
 * has no others.
 */
export async function awaken(page: Page) {
  const isPlain = (await page.locator('script[src*="/assets/plain-forms-"]').count()) > 0
  if (!isPlain) await wake(page)
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /held-message|plain-forms/.test(name)),
      ),
    )
    .toBe(true)
  // What was fetched by the page itself runs before its load event.
  await page.waitForLoadState('load')
}

/** Fills every text field of a form; returns their values. */
export function typeInto(page: Page, nth: number): Promise<string[][]> {
  return page
    .evaluate(
      ([forms, at]) => {
        const form = document.querySelectorAll<HTMLFormElement>(forms)[at]
        for (const control of form?.elements ?? []) {
          const isText =
            control instanceof HTMLTextAreaElement ||
            (control instanceof HTMLInputElement && ['text', 'email', 'tel'].includes(control.type))
          if (!isText || control.value || control.autocomplete === 'one-time-code' || control.readOnly) continue
          control.value = control.type === 'email' ? 'typed@mail.example' : 'Typed'
          control.dispatchEvent(new Event('input', { bubbles: true }))
        }
        form?.toggleAttribute('novalidate', true)
      },
      [FORMS, nth] as const,
    )
    .then(() => valuesOf(page, nth))
}

/** Names and values of a form's text fields. */
function valuesOf(page: Page, nth: number): Promise<string[][]> {
  return page.evaluate(
    ([forms, at]) => {
      const form = document.querySelectorAll<HTMLFormElement>(forms)[at]
      return [...(form?.elements ?? [])].flatMap((control) =>
        (control instanceof HTMLTextAreaElement ||
          (control instanceof HTMLInputElement && ['text', 'email', 'tel'].includes(control.type))) &&
        control.name
          ? [[control.name, control.value]]
          : [],
      )
    },
    [FORMS, nth] as const,
  )
}
