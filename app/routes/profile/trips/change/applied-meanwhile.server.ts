import type { RouterContextProvider } from 'react-router'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'

/** The trip's page where a change can't be withdrawn because it has applied meanwhile. Rethrows any other error. */
export function appliedMeanwhile(context: Readonly<RouterContextProvider>, page: string, error: unknown) {
  if (!isCallError(error, 'NOT_CHANGEABLE')) throw error
  return goOn(context, page, textFor(context.get(siteContext).language, 'errors')('not_changeable'), 'error')
}
