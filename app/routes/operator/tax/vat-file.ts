import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, wholeUnits } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/vat-file'
import { askedTax } from './asked-tax.server.ts'

/** Value added tax by place as a file for spreadsheets. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'tax')
  const { month } = askedTax(context, url)
  const { places } = await apiOf(context).operator.tax.vat({ from: month.from, to: month.to })
  const heading = [t('vat.place'), t('vat.country'), t('vat.rate'), t('vat.base'), t('vat.tax'), t('vat.currency')]
  return csvFile('vat', [
    [...heading, t('vat.invoices'), t('vat.creditNotes')],
    ...places.map(({ name, country, percent, base, tax, currency, invoices, credit_notes }) => [
      ...[
        name,
        country,
        percent === null ? '' : String(percent),
        wholeUnits(base, currency),
        wholeUnits(tax, currency),
      ],
      ...[currency, String(invoices), String(credit_notes)],
    ]),
  ])
}
