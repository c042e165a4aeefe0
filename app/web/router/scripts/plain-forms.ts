import { insertionBefore, type PageEdit } from '../page-edits.ts'

const MAIN = /<main[\s>][\s\S]*<\/main>/
const FORM = /<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/g
/** Forms of vehicles in lists: a single button each, which can be pressed again. */
const HEART = /class="[^"]*\bheart\b/

/**
 * Inserts the script for the forms of a page without React (`ui/connection/plain-forms.live.ts`) at its end, where it
 * delays nothing; a page without a form that changes something gets no script. *Ours*. Piece `plain-forms`: for 3 kB a
 * lost connection never loses what was typed.
 */
export function insertPlainForms(html: string, needed: () => string): PageEdit[] {
  const forms = MAIN.exec(html)?.[0].match(FORM) ?? []
  if (forms.every((form) => HEART.test(form))) return []
  return insertionBefore(html, '</body>', needed())
}
