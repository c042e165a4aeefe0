import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES, HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, everyResult, fileDay, wholeUnits } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/statement-file'

/** The company's account in one currency as a file for spreadsheets. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'payouts')
  const asked = CURRENCY_CODES.find((code) => code === url.searchParams.get('of'))
  const heading = [
    ...[t('statement.day'), t('statement.what'), t('statement.number'), t('currency'), t('amount')],
    t('statement.after'),
  ]
  const { company } = apiOf(context)
  const results = await everyResult(async (page) => {
    const { count, currency, results } = await company.money.statement({ ...page, currency: asked })
    return { count, results: results.map((line) => ({ ...line, currency })) }
  })
  const rows = results.map(({ at, kind, number, amount, balance, currency }) => [
    fileDay(dateIn(HOME_ZONE, new Date(at)), language),
    t(`statement.kind.${kind}`),
    number ?? '',
    currency,
    wholeUnits(amount, currency),
    wholeUnits(balance, currency),
  ])
  return csvFile('statement', [heading, ...rows])
}
