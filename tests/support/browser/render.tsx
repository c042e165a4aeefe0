import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TextProvider } from '#app/i18n/text/text.tsx'
import { compiledArea } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'

/** The markup of a piece of a page in a language. */
export function render(language: Language, piece: ReactNode): string {
  const store = {
    base: '',
    at: (area: string) => compiledArea(language, area),
    load: (area: string) => Promise.resolve(compiledArea(language, area)),
  }
  return renderToStaticMarkup(
    <TextProvider language={language} store={store}>
      {piece}
    </TextProvider>,
  )
}
