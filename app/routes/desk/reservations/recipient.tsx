import { answerRecipient } from '#app/features/payment/invoice/answer-recipient.server.ts'
import { RecipientForm } from '#app/features/payment/invoice/recipient-form.tsx'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/recipient'
import { deskReservation } from './own.server.ts'
import { ReservationHead } from './reservation-head.tsx'

export const handle: PageHandle = { areas: ['recipient', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const one = await deskReservation(context, params.id)
  const choice = await apiOf(context).company.reservations.recipient.read({ id: one.id })
  const title = textFor(language, 'recipient')('title')
  return { meta: { title: `${title} · ${numberIn(language, one.number)}` }, one, choice }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const { recipient } = apiOf(context).company.reservations
  return answerRecipient(
    { context, request },
    {
      to: `/desk/reservations/${id}/invoices`,
      save: (business) => recipient.save({ id, ...business }),
      remove: () => recipient.remove({ id }),
    },
  )
}

/** To which business the invoices of a reservation are made out. */
export default function DeskRecipientPage({ loaderData: { one, choice }, actionData }: Route.ComponentProps) {
  const t = useText('recipient')
  return (
    <>
      <ReservationHead reservation={one} crumb={t('title')} title={t('title')} />
      <RecipientForm choice={choice} reply={actionData?.form} />
    </>
  )
}
