import type { RouterContextProvider } from 'react-router'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { publicIdOf } from '../row-id.server.ts'

type Context = Readonly<RouterContextProvider>

/** The reservation that an address names. Throws the 404 answer where there is none. */
export function managedReservation(context: Context, params: { id: string }) {
  return apiOf(context).operator.reservations.read({ id: publicIdOf(params) })
}

export type Managed = Awaited<ReturnType<typeof managedReservation>>

/** The words of a reservation's pages, and its number as they write it. */
export function wordsOf(context: Context, { number }: Pick<Managed, 'number'>) {
  const { language } = context.get(siteContext)
  return { t: textFor(language, 'managed'), language, number: numberIn(language, number) }
}
