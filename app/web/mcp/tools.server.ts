import type { z } from 'zod'
import { pathIn } from '#app/i18n/language.ts'
import { CATEGORY, type Language } from '#app/rules/constants.ts'
import type { ApiClient } from '#app/web/api.server.ts'
import { FOUND_AT_ONCE, type INPUTS, type OUTPUTS } from './tool-shapes.ts'

export type ToolName = keyof typeof INPUTS
type Input<Name extends ToolName> = z.output<(typeof INPUTS)[Name]>
type Output<Name extends ToolName> = z.input<(typeof OUTPUTS)[Name]>

/** The API in the language of a call of a tool, and the site's public address. */
export interface ToolContext {
  api: ApiClient
  origin: string
}

export type Tool<Name extends ToolName> = {
  title: string
  description: string
  /** Whether it changes nothing. */
  isRead: boolean
  run: (input: Input<Name>, context: ToolContext) => Promise<Output<Name>>
}

/** The tools of the MCP server. Each makes one call of the API, as any visitor may. Source: issue 20, C. */
export const TOOLS: { [Name in ToolName]: Tool<Name> } = {
  search_vehicles: {
    title: 'Search rental vehicles',
    description:
      'Cars and motorbikes that are free in a city for given dates, the cheapest first, each with its total including taxes and every unavoidable fee, and a link to its page.',
    isRead: true,
    async run({ kind, language: _, ...search }, { api }) {
      const category = kind && (kind === 'car' ? CATEGORY.CAR : CATEGORY.MOTOR)
      const { city, count, results } = await api.reservations.offers({ ...search, category, size: FOUND_AT_ONCE })
      return { city: city.name, count, page: search.page, results }
    },
  },
  get_vehicle: {
    title: 'Read a vehicle',
    description:
      'Everything about one vehicle: equipment, places, extras, terms; with dates its price and whether it is free.',
    isRead: true,
    run: ({ vehicle, language: _, ...rental }, { api }) => api.ads.read({ id: vehicle, ...rental }),
  },
  quote: {
    title: 'Price a rental',
    description:
      'The bill of a rental, line by line, with its deposit and the deadlines of its cancellation. Reserves nothing.',
    isRead: true,
    run: (input, { api }) => api.reservations.price(choiceOf(input)),
  },
  hold: {
    title: 'Reserve for a person',
    description:
      'Holds a vehicle for a short time for the person whose data is given, and answers the link at which that person pays. Only call it once the person has agreed to the vehicle, the dates and the total.',
    isRead: false,
    async run(input, { api, origin }) {
      const { fullname, national_id, country_code, phone, email, date_of_birth, shown_total } = input
      const { country, home_city: city, address, zip_code } = input
      const person = { fullname, national_id, country_code, phone, email, date_of_birth }
      const driver = { ...person, country, city, address, zip_code }
      const held = await api.reservations.reserve({ ...choiceOf(input), ...driver, shown_total })
      return { ...held, payment_link: paymentLink(held.id, { language: input.language, origin }) }
    },
  },
  reservation_status: {
    title: 'Status of a reservation',
    description: 'Where a reservation stands, and how much of it is paid.',
    isRead: true,
    run: ({ reservation }, { api }) => api.reservations.status({ id: reservation }),
  },
  cancellation_terms: {
    title: 'Cancellation of a reservation',
    description: 'Until when a cancellation is free, and what would be refunded now. Cancels nothing.',
    isRead: true,
    async run({ reservation }, { api }) {
      const { city, ...voucher } = await api.reservations.voucher({ id: reservation })
      return { ...voucher, zone: city.zone }
    },
  },
}

function choiceOf(input: Input<'quote'>) {
  const { start_date, start_time, end_date, end_time, child_seat_count, extra_driver, internet } = input
  const { supplemental_insurance, flexible, discount_code, currency, receive_place, return_place } = input
  return {
    ...{ id: input.vehicle, start_date, start_time, end_date, end_time, child_seat_count, extra_driver, internet },
    ...{ supplemental_insurance, flexible, discount_code, currency },
    ...(receive_place !== undefined && { receive_address: receive_place }),
    ...(return_place !== undefined && { return_address: return_place }),
  }
}

/** The page at which the person pays for what is held. */
function paymentLink(id: string, { language, origin }: { language: Language; origin: string }): string {
  return origin + pathIn(language, `/payment?id=${id}`)
}
