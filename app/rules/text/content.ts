import { foldText } from './digits.ts'

/** What texts of the site are made of: blog posts, pages, help entries, texts about cities. Source: *ours*, §7 "Content". */

/** The topics of the help centre, in their order there. */
export const HELP_TOPICS = ['booking', 'money', 'driving', 'vehicle', 'trouble'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

/** What a blog post is about, as addresses call it: `/rent/car`. */
export const POST_CATEGORIES = ['car', 'motor'] as const
export type PostCategory = (typeof POST_CATEGORIES)[number]

/** The kinds of texts that operators edit. */
export const TEXT_KINDS = ['page', 'help', 'post', 'city'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

/** The day of publication of a draft, which never comes. */
export const DRAFT_DAY = '9999-12-31'

/** In characters. Search engines show about 155 of a description; a title goes into a tab with the product's name. */
export const LONGEST_TEXT = { title: 120, description: 200, body: 20_000 } as const

/** A heading that can be linked to. */
export interface Heading {
  id: string
  title: string
}

export interface AnsweredQuestion {
  question: string
  /** HTML, sanitised. */
  answerHtml: string
}

/**
 * Placeholders such as `{hold}` that texts use for values of configuration and code, so that they never promise other
 * numbers; `{refunds}` is a whole sentence.
 */
export const PLACEHOLDERS = [
  'brand',
  'hold',
  'bankHold',
  'confirm',
  'over',
  'free',
  'half',
  'change',
  'code',
  'invoiceYears',
  'logDays',
  'refunds',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const PLACEHOLDER = /\{(\w+)\}/g

/** The placeholders of a text, known or not. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** The text with its placeholders filled; braces around other words stay. */
export function fillPlaceholders(text: string, values: Record<Placeholder, string>): string {
  return text.replace(PLACEHOLDER, (written, name) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : written,
  )
}

/** The form in which texts are searched: as `foldText`, without marks, and ة as ه, which many write for it. */
export function foldSearch(text: string): string {
  return foldText(text)
    .replaceAll('ة', 'ه')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Posts a page of the blog (*ours*). */
export const BLOG_PAGE_SIZE = 12
