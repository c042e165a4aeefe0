import { textFor } from '#app/i18n/text/texts.server.ts'
import { type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { csvOf } from '#app/rules/text/csv.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/commission-file'

/** Every completed rental of the company with its commission and both sides of what is owed, for a spreadsheet. */
export async function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'commission')
  const { rentals } = await apiOf(context).company.money.commission({})
  const heading = [
    t('file.number'),
    t('listing'),
    t('file.ad'),
    t('file.completed'),
    t('file.currency'),
    t('file.total'),
    t('rent'),
    t('share'),
    t('commission'),
    t('file.kept'),
    t('companyOwes'),
    t('marketplaceOwes'),
  ]
  const rows = rentals.map((rental) => {
    const money = (amount: number) => wholeUnits(amount, rental.currency)
    return [
      rental.number,
      rental.title,
      String(rental.ad),
      rental.completed_on,
      rental.currency,
      money(rental.total),
      money(rental.rent),
      String(rental.commission_percent),
      money(rental.commission),
      money(rental.kept),
      money(rental.company_owes),
      money(rental.marketplace_owes),
    ]
  })
  return new Response(csvOf([heading, ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="commission.csv"',
      'cache-control': 'private, no-store',
    },
  })
}

function wholeUnits(amount: number, currency: CurrencyCode): string {
  return currency === 'EUR' ? (amount / WHOLE_UNIT.EUR).toFixed(2) : String(amount)
}
