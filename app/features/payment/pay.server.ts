import { randomUUID } from 'node:crypto'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { Pay } from '#app/contract/payments.ts'
import { Flag } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { GATEWAYS, HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError, refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { parseForm } from '#app/web/page/forms.ts'

/** An unchecked box is not sent, which means no here, and not the previous choice. */
const PayForm = Pay.omit({ call_back_url: true }).extend({ use_wallet: Flag })

/**
 * Answers the payment form: redirects to the bank or shows the form that the bank expects; redirects to `paid` when the wallet
 * paid everything, and to `notPayable`, a page that says why, when it can't be paid (any more). Paths are without language.
 */
export async function answerPayForm(
  context: Readonly<RouterContextProvider>,
  source: Request | FormData,
  pathsOf: (transactionId: string) => { paid: string; notPayable: string },
) {
  const { language, config, origin } = context.get(siteContext)
  const today = dateIn(HOME_ZONE, new Date())
  const form = await parseForm(source, PayForm, { language, today })
  if (!form.ok) return form.reply
  const { gateway, transaction_id } = form.value
  const paths = pathsOf(transaction_id)
  const idempotencyKey = String(form.fields.get('idempotency_key') || randomUUID())
  const returnPath = pathIn(language, GATEWAYS[gateway].returnPage)
  const call_back_url = config.apiBaseUrl ? origin + returnPath : returnPath
  try {
    const start = await apiOf(context, { idempotencyKey }).payments.gatewayPay({ ...form.value, call_back_url })
    const { url, fields, amount } = start
    if (fields && url) return data({ form: null, bank: { url, fields, amount } })
    return redirect(url ?? paths.paid, 303)
  } catch (error) {
    if (isCallError(error, 'NOT_PAYABLE')) return redirect(paths.notPayable, 303)
    if (isCallError(error, 'BANNED_DETAILS')) return redirect('/banned', 303)
    return refused(error, form, { at: { GATEWAY_NOT_OFFERED: { gateway: ['gateway'] } } })
  }
}
