import { readAd } from '#app/api/ads/detail.ts'
import { api } from '#app/api/call/context.ts'

/** One vehicle with everything on its booking page (§7, v2 rentals). */
export const rental = api.reservations.rental.handler(({ input, context }) => readAd(input, context))
