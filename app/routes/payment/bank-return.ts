import { type RouterContextProvider, redirect } from 'react-router'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import type { Route } from './+types/bank-return'

/** More and longer fields than any bank sends; the rest is not looked at. */
const FIELDS = 40
const NAME_LENGTH = 100
const VALUE_LENGTH = 4000
/** Without a payment's id it leads on to where one's payments are. Not from here: a bank's form brings no session. */
const UNKNOWN = '/payment'

/** The bank brings the customer back by a link (§2: `/pay_redirect`, `/external-pay` and so on). */
export function loader({ context, url }: Route.LoaderArgs) {
  return settle(context, url, [])
}

/** The bank brings the customer back by a cross-site form, without our cookies. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData())
  return settle(context, url, [...form.entries()])
}

/**
 * Settles the payment that the return address names with its bank, and goes on by 303 to the page that shows how it
 * ended: reloading or returning twice shows the same. What came along is only a hint; the bank is asked (decisions.md, "Paying").
 */
async function settle(
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
  sent: [string, FormDataEntryValue][],
) {
  const payment = PublicId.safeParse(searchParams.get('payment'))
  if (!payment.success) return redirect(UNKNOWN, 303)
  const answer = boundedFields([...searchParams.entries(), ...sent])
  const settled = await verify(context, { ref_id: payment.data, answer })
  if (!settled) return redirect(UNKNOWN, 303)
  const reservation: string | null = settled.reservation_id
  // The wallet's own page shows the result of its top-up.
  if (reservation === null) return redirect(`/profile/wallet?top_up=${settled.payment_id}`, 303)
  // A change of a reservation: paid or not, its owner's page says so.
  if (settled.purpose === 'CHANGE') return redirect(`/profile/reservation/${reservation}`, 303)
  if (settled.purpose === 'CHARGE') return redirect(`/profile/reservation/${reservation}#charges`, 303)
  if (settled.purpose === 'DEPOSIT') return redirect(`/profile/reservation/${reservation}/check-in/deposit`, 303)
  if (settled.purpose === 'PART') return redirect(`/voucher/${reservation}/plan`, 303)
  switch (settled.status) {
    case 'FAILED':
    case 'CANCELLED':
    case 'EXPIRED':
      return redirect(`/payment?id=${reservation}`, 303)
    case 'CREATED':
    case 'REDIRECTED':
      return redirect(`/payment?id=${reservation}`, 303)
    default:
      return redirect(`/voucher/${reservation}`, 303)
  }
}

async function verify(
  context: Readonly<RouterContextProvider>,
  returned: { ref_id: string; answer: Record<string, string> },
) {
  try {
    return await apiOf(context).payments.clientVerify(returned)
  } catch (thrown) {
    if (isNotFoundAnswer(thrown)) return undefined
    throw thrown
  }
}

function boundedFields(entries: [string, FormDataEntryValue][]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of entries.slice(0, FIELDS)) {
    if (name === 'payment' || typeof value !== 'string') continue
    if (name.length <= NAME_LENGTH && value.length <= VALUE_LENGTH) fields[name] = value
  }
  return fields
}
