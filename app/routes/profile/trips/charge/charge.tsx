import { data, type RouterContextProvider, redirect } from 'react-router'
import { BankForm } from '#app/features/payment/bank-form.tsx'
import { answerPayForm } from '#app/features/payment/pay.server.ts'
import { PaymentForm } from '#app/features/payment/payment-form.tsx'
import { waitingPayment } from '#app/features/payment/waiting-payment.server.ts'
import { DisputePart } from '#app/features/protocol/dispute-part.tsx'
import { ProposalLines } from '#app/features/protocol/proposal-lines.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/charge'

export const handle: PageHandle = {
  title: 'protocol/charges.payTitle',
  description: 'protocol/charges.payText',
  areas: ['trips', 'protocol', 'payment', 'bill', 'vehicle', 'asked'],
  private: true,
  noIndex: true,
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const trip = await ownTrip(context, params.id)
  const proposal = await ownProposal(context, trip.id, params.proposal)
  // Paid, withdrawn or not accepted: the trip's page says which.
  const waiting = await waitingPayment(context, proposal.id, url.searchParams)
  if (!waiting) throw redirect(`/profile/reservation/${trip.id}#charges`, 303)
  const { id, number, ad, city } = trip
  return {
    trip: { id, number, title: ad.title, city },
    proposal,
    waiting,
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const trip = await ownTrip(context, params.id)
  const { id } = await ownProposal(context, trip.id, params.proposal)
  const fields = await request.formData()
  fields.set('transaction_id', id)
  const back = `/profile/reservation/${trip.id}#charges`
  return answerPayForm(context, fields, () => ({ paid: back, notPayable: back }))
}

async function ownProposal(context: Readonly<RouterContextProvider>, trip: string, proposal: string) {
  const { proposals } = await apiOf(context).reservations.protocols({ id: trip })
  const found = proposals.find(({ id }) => id === proposal)
  if (!found) throw data(null, { status: 404 })
  return found
}

/** What the company asked for and the customer accepted, paid online at once. */
export default function ChargePage({ loaderData: { trip, proposal, waiting }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const payment = useText('payment')
  const { quote } = waiting
  const bank = actionData && 'bank' in actionData ? actionData.bank : undefined
  const form = useReply('pay', { reply: actionData?.form, initial: { gateway: quote.gateway } })
  return (
    <TripSubpage trip={trip} title={t('charges.payTitle')}>
      <div className="cols cols-b">
        <div className="stack stack-6">
          <p>{t('charges.payText')}</p>
          <ErrorSummary id="pay-errors" entries={form.summary({ gateway: payment('gateway') })} />
          {bank ? (
            <BankForm bank={bank} currency={quote.currency} />
          ) : (
            <PaymentForm
              voucher={trip}
              waiting={waiting}
              page={`/profile/reservation/${trip.id}/charge/${proposal.id}`}
              form={form}
            />
          )}
        </div>
        <aside className="side">
          <section className="card stack stack-2" aria-label={t('charges.title')}>
            <ProposalLines proposal={proposal} />
            <DisputePart proposal={proposal} zone={trip.city.zone} />
          </section>
        </aside>
      </div>
    </TripSubpage>
  )
}
