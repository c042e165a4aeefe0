import { REPORT_GROUPS } from '#app/contract/company/reports.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, everyResult, fileDay } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/use-file'
import { askedReport } from './asked-report.server.ts'

/** The use of vehicles as a file for spreadsheets: first by month or week, then by class, city or vehicle. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'reports')
  const asked = askedReport(url.searchParams)
  const by = REPORT_GROUPS.find((one) => one === url.searchParams.get('by')) ?? 'CLASS'
  const { reports } = apiOf(context).company
  const first = await reports.use({ ...asked, by, page: 1, size: 1 })
  const groups = await everyResult((page) => reports.use({ ...asked, by, ...page }))
  const heading = [t('csv.from'), t('csv.to'), t('csv.what'), t('csv.plate'), t('use.vehicles')].concat(
    ...[t('csv.out'), t('csv.able'), t('csv.outBefore'), t('csv.ableBefore')],
  )
  const line = (
    days: { from: string; to: string },
    what: string[],
    { now, before }: Pick<typeof first, 'now' | 'before'>,
  ) => [
    ...[fileDay(days.from, language), fileDay(days.to, language), ...what],
    ...[now.out, now.able, before.out, before.able].map(String),
  ]
  return csvFile('utilisation', [
    heading,
    ...first.series.map((step) => line(step.days, [t(`steps.${asked.step}`), '', ''], step)),
    ...groups.map((group) => line(first.days, [group.name, group.plate ?? '', String(group.vehicles)], group)),
  ])
}
