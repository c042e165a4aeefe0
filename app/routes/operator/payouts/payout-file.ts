import { RowId } from '#app/contract/shapes/shapes.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { sepaOrder } from '#app/rules/money/payment/payment-order.server.ts'
import { rialOf } from '#app/rules/money/rial.ts'
import { csvOf } from '#app/rules/text/csv.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { Route } from './+types/payout-file'

/**
 * A batch as a file for the bank: SEPA XML in euro, rows with Sheba numbers in rial. Each download has the same names
 * of transfers, by which a bank recognises those that were sent already; the execution date is always in the future.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, config } = context.get(siteContext)
  const parsed = RowId.safeParse(params.id)
  if (!parsed.success) throw notFound()
  const batch = await apiOf(context).operator.payouts.batch({ id: parsed.data })
  const t = textFor(language, 'payouts')
  const back = `/operator/payouts/${batch.id}`
  if (batch.approval === 'PROPOSED') return goOn(context, back, t('proposal.fileWaits'), 'warning')
  if (batch.approval === 'WAITING') return goOn(context, back, t('approval.fileWaits'), 'warning')
  const transfers = batch.items
    .filter(({ in_file, status }) => in_file && status !== 'RETURNED')
    .map(({ id, holder, iban, amount }) => ({ id: `PO-${batch.id}-${id}`, name: holder, iban, amount }))
  if (transfers.length === 0) return goOn(context, back, t('nothingForFile'), 'warning')
  const name = `payouts-${batch.id}`
  if (batch.executes_on !== null) {
    const own = config.payouts
    if (!own) return goOn(context, back, t('noOwnAccount'), 'warning')
    const head = { id: `PO-${batch.id}`, version: own.format, name: own.name, at: new Date(batch.created_at) }
    return file(sepaOrder({ ...head, executeOn: batch.executes_on, own, transfers }), 'application/xml', `${name}.xml`)
  }
  const heading = [t('reference'), t('holder'), t('account'), t('rials'), t('currency')]
  const rows = transfers.map((one) => [one.id, one.name, one.iban, String(rialOf(one.amount)), 'IRR'])
  return file(csvOf([heading, ...rows]), 'text/csv', `${name}.csv`)
}

function file(text: string, type: string, name: string): Response {
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
