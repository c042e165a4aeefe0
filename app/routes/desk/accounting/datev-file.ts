import { invoiceNumber } from '#app/i18n/format/invoice-lines.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { datevFile } from '#app/rules/money/datev.ts'
import { JOURNAL_SIZE_MAX } from '#app/rules/money/journal.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { everyResult } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/datev-file'
import { askedMonth } from './asked-month.server.ts'

/** A month's journal for DATEV, in German, because the format has no other letters: lines without accounts are left out, as the page says. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor('de', 'accounting')
  const { month, currency: wanted } = askedMonth(context, url)
  const { accounting } = apiOf(context).company.money
  const { creditPrefix } = context.get(siteContext).config.invoices
  const days = { from: month.from, to: month.to }
  const { consultant, client, events } = await accounting.map({})
  if (consultant === null || client === null) throw notFound()
  const { currency } = await accounting.journal({ ...days, currency: wanted, page: 1, size: 1 })
  const lines = await everyResult((page) => accounting.journal({ ...days, currency, ...page }), JOURNAL_SIZE_MAX)
  const rows = lines.flatMap(
    ({ debit, credit, number, event, on, amount, recipient, credit_notes: [note, ...further] }) =>
      debit === null || credit === null
        ? []
        : [
            {
              ...{ on, amount, debit, credit },
              number: note === undefined ? (number ?? '') : invoiceNumber(note, creditPrefix),
              // Only one number fits into its field.
              text: [t(`events.${event}`), recipient, ...further.map((one) => invoiceNumber(one, creditPrefix))]
                .filter(Boolean)
                .join(' '),
            },
          ],
  )
  // General ledger accounts have as many digits as the shortest of them; personal ones have one more.
  const length = Math.min(8, ...events.flatMap((one) => [one.debit, one.credit]).flatMap((one) => one?.length ?? []))
  const head = { consultant, client, ...days, year: month.year, length, currency, at: new Date() }
  return new Response(datevFile(rows, head), {
    headers: {
      'content-type': 'text/plain; charset=windows-1252',
      'content-disposition': `attachment; filename="EXTF_Buchungsstapel_${month.key}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
