import { answerRecipient } from '#app/features/payment/invoice/answer-recipient.server.ts'
import { RecipientForm } from '#app/features/payment/invoice/recipient-form.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/recipient'
import { ownTrip } from './own-trip.server.ts'
import { TripSubpage } from './trip-subpage.tsx'

export const handle: PageHandle = { areas: ['recipient', 'trips', 'errors'], noJs: true, private: true, noIndex: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, number, ad } = await ownTrip(context, params.id)
  const choice = await apiOf(context).reservations.recipient.read({ id })
  const meta = { title: textFor(context.get(siteContext).language, 'recipient')('title') }
  return { meta, trip: { id, number, title: ad.title }, choice }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await ownTrip(context, params.id)
  const { recipient } = apiOf(context).reservations
  return answerRecipient(
    { context, request },
    {
      to: `/profile/reservation/${id}`,
      save: (business) => recipient.save({ id, ...business }),
      remove: () => recipient.remove({ id }),
    },
  )
}

/** To which business the invoices of one's own trip are made out. */
export default function RecipientPage({ loaderData: { trip, choice }, actionData }: Route.ComponentProps) {
  const t = useText('recipient')
  return (
    <TripSubpage trip={trip} title={t('title')}>
      <RecipientForm choice={choice} reply={actionData?.form} />
    </TripSubpage>
  )
}
