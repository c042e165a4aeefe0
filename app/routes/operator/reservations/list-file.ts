import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, everyResult, fileDay, wholeUnits } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/list-file'
import { inDays } from './listed.server.ts'
import { RESERVATIONS } from './listed.ts'

/** The list as it is filtered and ordered, for a spreadsheet. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const operator = textFor(language, 'operator')
  const desk = textFor(language, 'desk')
  const voucher = textFor(language, 'voucher')
  const heading = [
    ...[desk('list.number'), desk('list.status'), desk('list.customer'), operator('person.company')],
    ...[desk('list.vehicleColumn'), operator('payment.at'), desk('list.pickUp'), desk('list.return')],
    ...[desk('list.currency'), desk('list.total'), operator('overview.commission')],
  ]
  const filters = inDays(RESERVATIONS.asked(url.searchParams), language)
  const { operator: calls } = apiOf(context)
  const results = await everyResult((page) => calls.reservations.list({ ...filters, ...page }))
  const rows = results.map((one) => [
    one.number,
    voucher(`status.${one.status}`),
    one.fullname,
    one.company.name,
    one.vehicle,
    fileDay(dateIn(HOME_ZONE, new Date(one.created_at)), language),
    fileDay(one.start_date, language),
    fileDay(one.end_date, language),
    one.currency,
    wholeUnits(one.total, one.currency),
    one.commission === null ? '' : wholeUnits(one.commission, one.currency),
  ])
  return csvFile('reservations', [heading, ...rows])
}
