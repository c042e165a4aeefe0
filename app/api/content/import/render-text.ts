import type { Language } from '#app/rules/constants.ts'
import { foldSearch, placeholdersIn } from '#app/rules/text/content.ts'
import type { Report } from './content-error.ts'
import type { WrittenText } from './front-matter.ts'
import { linker, type Targets } from './link-targets.ts'
import { type Rendered, renderMarkdown } from './render-markdown.ts'

/** A text in one language, as it was written and as it is shown and searched. */
export type ReadText = WrittenText & Rendered & { language: Language; search: string }

type About = { language: Language; targets: Targets; error: Report; warning: Report }

/** Renders a text from a file or an operator. Reports forbidden content with its line. */
export function renderText(written: WrittenText, { language, targets, error, warning }: About): ReadText {
  const link = linker(targets, { language, error, warning })
  const rendered = renderMarkdown(written.body, { line: written.bodyLine, report: error, link })
  const all = [written.title, written.description, rendered.text].join(' ')
  const search = foldSearch(placeholdersIn(all).reduce((text, one) => text.replace(`{${one}}`, ' '), all))
  return { ...written, ...rendered, language, search }
}
