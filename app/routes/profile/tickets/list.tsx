import type { z } from 'zod'
import type { Ticket } from '#app/contract/support/tickets.ts'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { readerZone } from '#app/web/session/visit.ts'
import type { Route } from './+types/list'
import { TicketTag } from './ticket-tag.tsx'
import '../../../../styles/profile.css'

const PATH = '/profile/ticketing'
const PAGE_SIZE = 10

export const handle: PageHandle = { areas: ['tickets'], noJs: true, query: ['page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'tickets')
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = await apiOf(context).support.tickets({ page, size: PAGE_SIZE })
  return {
    meta: { title: t('meta.list'), description: t('meta.listText') },
    ...pageAt(found, { page, size: PAGE_SIZE }),
    tickets: found.results,
    zone: readerZone(context),
  }
}

export default function TicketsPage({ loaderData: { page, pages, tickets, zone } }: Route.ComponentProps) {
  const t = useText('tickets')
  const { language } = useLanguage()
  const newHref = pathIn(language, `${PATH}/new`)
  // Only operators see whose a ticket is.
  const isDesk = tickets.some(({ customer }) => customer !== null)
  return (
    <>
      <div className="row between">
        <h1>{t(isDesk ? 'all' : 'title')}</h1>
        <a className="btn btn-go" href={newHref}>
          <Icon name="plus" />
          {t('new')}
        </a>
      </div>
      {tickets.length > 0 ? (
        <ul className="stack">
          {tickets.map((ticket) => (
            <TicketItem key={ticket.id} ticket={ticket} zone={zone} />
          ))}
        </ul>
      ) : (
        <EmptyState title={t('empty.title')} text={t('empty.text')} />
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(number) => pathIn(language, number > 1 ? `${PATH}?page=${number}` : PATH)}
      />
    </>
  )
}

function TicketItem({ ticket, zone }: { ticket: z.infer<typeof Ticket>; zone: string }) {
  const t = useText('tickets')
  const { language } = useLanguage()
  const { id, number, subject, department, status, customer, updated_at } = ticket
  return (
    <li className="card item">
      <div className="row between tight">
        <h2 className="text-base">
          <a href={pathIn(language, `${PATH}/${id}`)} dir="auto">
            {subject}
          </a>
        </h2>
        <TicketTag status={status} />
      </div>
      <p className="row row-s sm mute">
        <span>{t('number', { number: localDigits(number, language) })}</span>
        <span>{t(`department.${department}`)}</span>
        {customer && <bdi>{customer}</bdi>}
        <time dateTime={updated_at}>{formatInstant(new Date(updated_at), zone, language, 'long')}</time>
        {ticket.is_unread && <b className="row row-s tight brand">● {t('unread')}</b>}
      </p>
    </li>
  )
}
