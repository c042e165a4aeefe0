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
  /** How many forms of a page are tried; all of them where none is given. Those that differ by what they are about alone count once. */
  most?: number
}

/**
 * Types into each form of a page that changes something, presses its button without a line, and loads the page anew with
 * one: the page stays and says so beside the button, and what was typed is there, before and after. Gives how many there are.
 */
export async function cutAtEachForm(page: Page, { context, language, path, most }: Cut): Promise<number> {
  await open(page, path)
  const forms = (await differentForms(page)).slice(0, most)
  for (const nth of forms) await cutAtForm(page, { context, language, path }, nth)
  return forms.length
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
  // Nothing is sent by itself before the page is loaded anew.
  await context.route('**', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await context.setOffline(false)
  await page.goto('about:blank').catch(() => {})
  await page.goto(path)
  await context.unroute('**')
  await awaken(page)
  if (typed.length > 0)
    await expect.poll(() => valuesOf(page, nth), { message: `${where}, loaded anew` }).toEqual(typed)
}

/** A button may first need a part of the page, as a dialog. */
function heldText(language: Language): RegExp {
  const common = textFor(language, 'common')
  return new RegExp([common('held.form'), common('held.page')].map((text) => text.replaceAll('.', '\\.')).join('|'))
}

/** The first of the forms that have the same fields and lead to the same page, whatever they are about. */
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

/** Until what waits for the line is there: with the page's other scripts, or by itself where the page has no others. */
export async function awaken(page: Page) {
  const isPlain = (await page.locator('script[src*="/assets/plain-forms-"]').count()) > 0
  if (!isPlain) await wake(page)
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /held-notice|plain-forms/.test(name)),
      ),
    )
    .toBe(true)
}

/** Fills every control that takes text; gives what they hold. */
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

/** What the text fields of a form hold, by their names. */
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
