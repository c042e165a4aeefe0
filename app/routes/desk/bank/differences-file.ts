import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { csvFile, everyResult, fileDay, wholeUnits } from '#app/web/page/file/csv-file.ts'
import type { Route } from './+types/differences-file'

/** What is on either side only, and what differs, as a file for spreadsheets. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'bank')
  const currency = CURRENCY_CODES.find((code) => code === url.searchParams.get('of'))
  const { bank } = apiOf(context).company.money
  const [open, different] = await Promise.all(
    (['OPEN', 'DIFFERENT'] as const).map((view) => everyResult((page) => bank.lines({ ...page, view, currency }))),
  )
  const missing = await everyResult(async (page) => {
    const { count, currency: code, results } = await bank.missing({ ...page, currency })
    return { count, results: results.map((item) => ({ ...item, currency: code })) }
  })
  const heading = [t('csvColumns.where'), t('day'), t('csvColumns.bank'), t('csvColumns.books'), t('currency')].concat(
    ...[t('name'), t('words'), t('reference')],
  )
  return csvFile('bank-differences', [
    heading,
    ...[...(open ?? []), ...(different ?? [])].map(({ on, amount, currency, name, text, reference, matched }) => [
      matched.length > 0 ? t('view.DIFFERENT') : t('onlyBank'),
      fileDay(on, language),
      wholeUnits(amount, currency),
      matched.length > 0
        ? wholeUnits(
            matched.reduce((sum, item) => sum + item.amount, 0),
            currency,
          )
        : '',
      ...[currency, name, text, reference],
    ]),
    ...missing.map(({ on, amount, currency, name, kind, reference, reservation }) => [
      ...[t('onlyBooks'), fileDay(on, language), '', wholeUnits(amount, currency), currency, name ?? ''],
      ...[[t(`kind.${kind}`), reservation?.number].filter(Boolean).join(' '), reference ?? ''],
    ]),
  ])
}
