import { textFor } from '#app/i18n/text/texts.server.ts'
import { type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { csvOf } from '#app/rules/text/csv.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/list-file'
import { wantedReservations } from './wanted.server.ts'

/** The API's largest page, and the most pages that are read: together ten thousand rows. */
const PAGE_SIZE = 100
const MOST_PAGES = 100

/** The filtered list as a file for spreadsheets. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const voucher = textFor(language, 'voucher')
  const heading = (
    [
      'number',
      'status',
      'customer',
      'phone',
      'vehicleColumn',
      'plate',
      'pickUp',
      'return',
      'currency',
      'total',
      'due',
    ] as const
  ).map((column) => t(`list.${column}`))
  const rows = [heading]
  const wanted = wantedReservations(url.searchParams, language)
  const { company } = apiOf(context)
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { count, results } = await company.reservations.list({ ...wanted, page, size: PAGE_SIZE })
    for (const one of results)
      rows.push([
        one.number,
        voucher(`status.${one.status}`),
        one.fullname,
        one.phone,
        one.ad.title,
        one.plate ?? '',
        `${one.start_date} ${one.start_time}`,
        `${one.end_date} ${one.end_time}`,
        one.currency,
        wholeUnits(one.total, one.currency),
        wholeUnits(one.due_at_desk, one.currency),
      ])
    if (page * PAGE_SIZE >= count) break
  }
  return new Response(csvOf(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="reservations.csv"',
      'cache-control': 'private, no-store',
    },
  })
}

function wholeUnits(amount: number, currency: CurrencyCode): string {
  return currency === 'EUR' ? (amount / WHOLE_UNIT.EUR).toFixed(2) : String(amount)
}
