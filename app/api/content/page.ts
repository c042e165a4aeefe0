import { api } from '#app/api/context.ts'
import { formatNumber } from '#app/i18n/numerals.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import {
  BANK_HOLD_MINUTES,
  CHANGE_UNTIL_HOURS,
  CODE_MINUTES,
  CONFIRM_WITHIN_HOURS,
  DEFAULT_CANCELLATION_HOURS,
  FREE_MINUTES_OVER,
  HOLD_MINUTES,
} from '#app/rules/constants.ts'

/** When the texts of the pages changed last, and their sections in the order in which they are read. */
const UPDATED = '2026-11-22'
const PAGES: Record<string, readonly string[]> = {
  terms: [
    ...['role', 'booking', 'prices', 'payment', 'cancellation', 'changes', 'guarantee', 'handover', 'liability'],
    ...['reviews', 'disputes'],
  ],
  policy: ['collected', 'purpose', 'recipients', 'retention', 'cookies', 'security', 'rights'],
}

/**
 * A page of `locales/<language>/pages.json`. The numbers in it are the ones that the code goes by, so that a page never
 * promises another. Throws NOT_FOUND for a page that does not exist.
 */
export const page = api.content.page.handler(({ input: { slug }, context: { deps, language }, errors }) => {
  const sections = Object.hasOwn(PAGES, slug) ? PAGES[slug] : undefined
  if (!sections) throw errors.NOT_FOUND()
  const text = textFor(language, 'pages')
  const { brand, retention } = deps.settings
  const numbers = {
    hold: HOLD_MINUTES,
    bankHold: BANK_HOLD_MINUTES,
    confirm: CONFIRM_WITHIN_HOURS,
    over: FREE_MINUTES_OVER,
    free: DEFAULT_CANCELLATION_HOURS.free,
    half: DEFAULT_CANCELLATION_HOURS.half,
    change: CHANGE_UNTIL_HOURS,
    code: CODE_MINUTES,
    invoiceYears: retention.invoiceYears,
    logDays: retention.logDays,
  }
  const values = {
    brand: brand[language],
    ...Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, formatNumber(number, language)])),
  }
  const textOf = (key: string) => text.loose(`${slug}.${key}`, values)
  const paragraphsOf = (id: string) => {
    const keys = Array.from({ length: 9 }, (_, index) => `${id}.p${index + 1}`)
    return keys.filter((key) => text.has(`${slug}.${key}`)).map(textOf)
  }
  return {
    slug,
    title: textOf('title'),
    description: textOf('description'),
    lead: textOf('lead'),
    updated: UPDATED,
    sections: sections.map((id) => ({ id, title: textOf(`${id}.title`), paragraphs: paragraphsOf(id) })),
  }
})
