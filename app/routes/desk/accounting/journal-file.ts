import { invoiceNumber } from '#app/i18n/format/invoice-lines.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { JOURNAL_SIZE_MAX } from '#app/rules/money/journal.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, everyResult, fileDay, wholeUnits } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/journal-file'
import { askedMonth } from './asked-month.server.ts'

/** A month's journal as a file for spreadsheets. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, config } = context.get(siteContext)
  const { creditPrefix } = config.invoices
  const t = textFor(language, 'accounting')
  const { month, currency } = askedMonth(context, url)
  const { accounting } = apiOf(context).company.money
  const lines = await everyResult(async (page) => {
    const asked = { from: month.from, to: month.to, currency }
    const { count, results, currency: code } = await accounting.journal({ ...asked, ...page })
    return { count, results: results.map((line) => ({ ...line, code })) }
  }, JOURNAL_SIZE_MAX)
  const heading = [t('file.day'), t('event'), t('map.debit'), t('map.credit'), t('journal.sum')].concat(
    ...[t('journal.currency'), t('file.number'), t('file.recipient'), t('file.creditNote')],
  )
  return csvFile('journal', [
    heading,
    ...lines.map(({ on, event, debit, credit, amount, code, number, recipient, credit_notes }) => [
      ...[fileDay(on, language), t(`events.${event}`), debit ?? '', credit ?? ''],
      ...[wholeUnits(amount, code), code, number ?? '', recipient ?? ''],
      credit_notes.map((note) => invoiceNumber(note, creditPrefix)).join(' '),
    ]),
  ])
}
