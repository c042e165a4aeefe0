import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, fileDay, wholeUnits } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/money-file'
import { askedReport } from './asked-report.server.ts'

/** Revenue as a file for spreadsheets: first by month or week, then by source. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'reports')
  const asked = askedReport(url.searchParams)
  const currency = CURRENCY_CODES.find((code) => code === url.searchParams.get('currency'))
  const report = await apiOf(context).company.reports.money({ ...asked, currency })
  const money = (amount: number) => wholeUnits(amount, report.currency)
  const days = ({ from, to }: { from: string; to: string }) => [fileDay(from, language), fileDay(to, language)]
  const heading = [t('csv.from'), t('csv.to'), t('csv.what'), t('money.currency')].concat(
    ...[t('csv.revenue'), t('csv.revenueBefore'), t('use.rentals'), t('use.cancelled')],
  )
  return csvFile('revenue', [
    heading,
    ...report.series.map((step) => [
      ...[...days(step.days), t(`steps.${asked.step}`), report.currency],
      ...[money(step.now), money(step.before), '', ''],
    ]),
    ...report.sources.map(({ source, total, rentals, cancelled }) => [
      ...[...days(report.days), t(`source.${source}`), report.currency],
      ...[money(total), '', String(rentals), String(cancelled)],
    ]),
  ])
}
