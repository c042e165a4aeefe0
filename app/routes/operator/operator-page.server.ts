import type { RouterContextProvider } from 'react-router'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { siteContext } from '#app/web/page/context.ts'

/** The texts of the operators' desk in the page's language. */
export function deskText(context: Readonly<RouterContextProvider>) {
  return textFor(context.get(siteContext).language, 'operator')
}
