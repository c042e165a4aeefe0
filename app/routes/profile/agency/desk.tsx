import { ORPCError } from '@orpc/client'
import { data } from 'react-router'
import { z } from 'zod'
import { AGENCY_ACTIONS } from '#app/contract/agency.ts'
import { PublicId } from '#app/contract/shapes.ts'
import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { refused } from '../refusal.server.ts'
import type { Route } from './+types/desk'
import { AgencyPages } from './agency-pages.tsx'
import { type DeskReply, ReservationCard } from './desk-card.tsx'
import { goOn } from './done.server.ts'

export const handle: PageHandle = { areas: ['agency'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

/** Who is no company's staff finds nothing here: the API answers 404. */
export async function loader({ context }: Route.LoaderArgs) {
  const { agency } = apiOf(context)
  const t = textFor(context.get(siteContext).language, 'agency')
  const listed = async (filter: 'waiting' | 'pick_ups' | 'returns' | 'active') =>
    (await agency.reserves({ filter, page: 1, size: 100 })).results
  const [waiting, pickUps, returns, active] = await Promise.all([
    listed('waiting'),
    listed('pick_ups'),
    listed('returns'),
    listed('active'),
  ])
  // A vehicle may come back before its day.
  const out = active.filter(({ id }) => !returns.some((due) => due.id === id))
  return { meta: { title: t('title'), description: t('description') }, waiting, pickUps, returns, out }
}

const Deed = z.object({
  id: PublicId,
  deed: z.enum(AGENCY_ACTIONS, { error: 'required' }),
  reason: z.string().trim().max(500, 'max_length').optional(),
})

export async function action({ context, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const form = await parseForm(request, Deed, { language, today: dateIn(HOME_ZONE, new Date()) })
  if (!form.ok) return atReservation(form)
  const { id, deed, reason } = form.value
  try {
    await apiOf(context).agency.changeReserve({ id, deed, reason })
    return goOn(context, '/profile/agency', textFor(language, 'agency')(`done.${deed}`))
  } catch (error) {
    const isLate = error instanceof ORPCError && error.code === 'STATUS_CONFLICT'
    const reply = isLate ? form.refuse({ '': ['status_conflict'] }, 409) : refused(error, form)
    return atReservation({ fields: form.fields, reply })
  }
}

/** The answer, with the reservation whose form it is about. */
function atReservation({ fields, reply }: { fields: FormData; reply: ReturnType<typeof refused> }) {
  const about: DeskReply = { id: String(fields.get('id')), form: reply.data.form }
  return data(about, reply.init ?? undefined)
}

export default function Desk({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('agency')
  const { waiting, pickUps, returns, out } = loaderData
  const lists = [
    { key: 'waiting', reservations: waiting, deeds: ['confirm', 'reject'] },
    { key: 'pickUps', reservations: pickUps, deeds: ['picked_up'] },
    { key: 'returns', reservations: returns, deeds: ['returned'] },
    { key: 'out', reservations: out, deeds: ['returned'] },
  ] as const
  return (
    <>
      <h1>{t('title')}</h1>
      <AgencyPages at="desk" />
      {lists.map(({ key, reservations, deeds }) => (
        <Card key={key} id={key} title={t(`${key}.title`)} className="stack">
          {reservations.length === 0 && <p className="soft">{t(`${key}.none`)}</p>}
          {reservations.map((reservation) => (
            <ReservationCard
              key={reservation.id}
              reservation={reservation}
              deeds={deeds}
              reply={actionData?.id === reservation.id ? actionData.form : undefined}
            />
          ))}
        </Card>
      ))}
    </>
  )
}
