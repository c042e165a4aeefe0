import { data, useSearchParams } from 'react-router'
import { z } from 'zod'
import { AGENCY_ACTIONS } from '#app/contract/agency.ts'
import { PublicId } from '#app/contract/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/desk'
import { AgencyPages } from './agency-pages.tsx'
import { type DeskReply, ReservationCard } from './desk-card.tsx'
import { goOn } from './done.server.ts'

const LIST_SIZE = 20
/** What the desk lists: the API's filter, which also names the parameter of the list's page, and what staff may do there. */
const LISTS = [
  { key: 'waiting', filter: 'waiting', actions: ['confirm', 'reject'] },
  { key: 'pickUps', filter: 'pick_ups', actions: ['picked_up'] },
  { key: 'returns', filter: 'returns', actions: ['returned'] },
  { key: 'out', filter: 'out', actions: ['returned'] },
] as const

export const handle: PageHandle = { areas: ['agency'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

/** Who is no company's staff finds nothing here: the API answers 404. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { agency } = apiOf(context)
  const t = textFor(context.get(siteContext).language, 'agency')
  const lists = await Promise.all(
    LISTS.map(async ({ key, filter, actions }) => {
      const requested = Number(url.searchParams.get(filter) ?? 1)
      const { count, results } = await agency.reserves({ filter, page: requested, size: LIST_SIZE })
      const at = pageAt({ count }, { page: requested, size: LIST_SIZE })
      return { key, filter, actions, count, results, ...at }
    }),
  )
  return { meta: { title: t('title'), description: t('description') }, lists }
}

const AgencyAction = z.object({
  id: PublicId,
  action: z.enum(AGENCY_ACTIONS, { error: 'required' }),
  reason: z.string().trim().max(500, 'max_length').optional(),
})

export async function action({ context, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const form = await parseForm(request, AgencyAction, { language, today: dateIn(HOME_ZONE, new Date()) })
  if (!form.ok) return atReservation(form)
  const { id, action, reason } = form.value
  try {
    await apiOf(context).agency.changeReserve({ id, action, reason })
    return goOn(context, '/profile/agency', textFor(language, 'agency')(`done.${action}`))
  } catch (error) {
    return atReservation({ fields: form.fields, reply: refused(error, form) })
  }
}

/** The answer, with the reservation whose form it is about. */
function atReservation({ fields, reply }: { fields: FormData; reply: ReturnType<typeof refused> }) {
  const about: DeskReply = { id: String(fields.get('id')), form: reply.data.form }
  return data(about, reply.init ?? undefined)
}

export default function Desk({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('agency')
  const { language } = useLanguage()
  const [query] = useSearchParams()
  const hrefOf = (list: string, page: number) => {
    const others = new URLSearchParams([...query].filter(([name]) => LISTS.some(({ filter }) => filter === name)))
    others.set(list, String(page))
    return `${pathIn(language, '/profile/agency')}?${others}#${list}`
  }
  return (
    <>
      <h1>{t('title')}</h1>
      <AgencyPages at="desk" />
      {loaderData.lists.map(({ key, filter, actions, count, results, page, pages }) => (
        <Card key={key} id={filter} title={t('counted', { title: t(`${key}.title`), n: count })} className="stack">
          {results.length === 0 && <p className="soft">{t(`${key}.none`)}</p>}
          {results.map((reservation) => (
            <ReservationCard
              key={reservation.id}
              reservation={reservation}
              actions={actions}
              reply={actionData?.id === reservation.id ? actionData.form : undefined}
            />
          ))}
          <Pagination page={page} pages={pages} href={(number) => hrefOf(filter, number)} />
        </Card>
      ))}
    </>
  )
}
