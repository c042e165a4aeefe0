import { textFor } from '#app/i18n/text/texts.server.ts'
import { DESK_ORDERS, REPORT_COUNTS, REPORT_SOURCES } from '#app/rules/reservation/reservation-lists.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, everyResult, fileDay, wholeUnits } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/list-file'
import { wantedReservations } from './wanted.server.ts'

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
  const wanted = wantedReservations(url.searchParams, language)
  const order = DESK_ORDERS.find((one) => one === url.searchParams.get('order'))
  const counted = REPORT_COUNTS.find((one) => one === url.searchParams.get('counted'))
  const source = REPORT_SOURCES.find((one) => one === url.searchParams.get('source'))
  const { company } = apiOf(context)
  const results = await everyResult((page) => company.reservations.list({ ...wanted, order, counted, source, ...page }))
  const rows = results.map((one) => [
    one.number,
    voucher(`status.${one.status}`),
    one.fullname,
    one.phone,
    one.ad.title,
    one.plate ?? '',
    `${fileDay(one.start_date, language)} ${one.start_time}`,
    `${fileDay(one.end_date, language)} ${one.end_time}`,
    one.currency,
    wholeUnits(one.total, one.currency),
    wholeUnits(one.due_at_desk, one.currency),
  ])
  return csvFile('reservations', [heading, ...rows])
}
