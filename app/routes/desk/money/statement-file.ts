import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES, type CurrencyCode, HOME_ZONE, WHOLE_UNIT } from '#app/rules/constants.ts'
import { csvOf } from '#app/rules/text/csv.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/statement-file'

/** The API's largest page, and the most pages that are read: together ten thousand rows. */
const PAGE_SIZE = 100
const MOST_PAGES = 100

/** The company's account in one currency as a file for spreadsheets. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'payouts')
  const asked = CURRENCY_CODES.find((code) => code === url.searchParams.get('of'))
  const rows = [
    [t('statement.day'), t('statement.what'), t('statement.number'), t('currency'), t('amount'), t('statement.after')],
  ]
  const { company } = apiOf(context)
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { count, currency, results } = await company.money.statement({ page, size: PAGE_SIZE, currency: asked })
    for (const { at, kind, number, amount, balance } of results)
      rows.push([
        dateIn(HOME_ZONE, new Date(at)),
        t(`statement.kind.${kind}`),
        number ?? '',
        currency,
        wholeUnits(amount, currency),
        wholeUnits(balance, currency),
      ])
    if (page * PAGE_SIZE >= count) break
  }
  return new Response(csvOf(rows), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement.csv"',
      'cache-control': 'private, no-store',
    },
  })
}

function wholeUnits(amount: number, currency: CurrencyCode): string {
  return currency === 'EUR' ? (amount / WHOLE_UNIT.EUR).toFixed(2) : String(amount)
}
