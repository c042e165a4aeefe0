import type { RouterContextProvider } from 'react-router'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'

type Context = Readonly<RouterContextProvider>

/** The number of a vehicle in an address. Throws a 404 response for anything else. */
function vehicleId(given: string | undefined): number {
  const id = RowId.safeParse(given)
  if (!id.success) throw notFound()
  return id.data
}

/**
 * The vehicle of an address with everything that its company knows about it. Throws a 404 response for another
 * company's.
 */
export function readVehicle(context: Context, given: string | undefined) {
  return apiOf(context).company.fleet.read({ id: vehicleId(given) })
}

/** Title and description of a page of the fleet. */
export function fleetMeta(context: Context, title: string) {
  return { title, description: textFor(context.get(siteContext).language, 'desk')('description') }
}

/** The texts of the fleet in the page's language. */
export function fleetText(context: Context) {
  return textFor(context.get(siteContext).language, 'fleet')
}
