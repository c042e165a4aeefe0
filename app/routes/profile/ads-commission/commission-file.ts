import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, fileDay, wholeUnits } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/commission-file'

/** Every completed rental of the company with its commission and both sides of what is owed, for a spreadsheet. */
export async function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'commission')
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
      fileDay(rental.completed_on, language),
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
  return csvFile('commission', [heading, ...rows])
}
