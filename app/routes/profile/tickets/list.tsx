import type { z } from 'zod'
import type { Ticket } from '#app/contract/support/tickets.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { listAt } from '#app/rules/search/list-address.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { readerZone } from '#app/web/session/visit.ts'
import type { Route } from './+types/list'
import { TicketTag } from './ticket-tag.tsx'
import '../../../../styles/profile.css'

const TICKETS = listAt('/profile/ticketing', { size: 10 })

export const handle: PageHandle = {
  title: 'tickets/meta.list',
  description: 'tickets/meta.listText',
  areas: ['tickets'],
  noJs: true,
  query: TICKETS.query,
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const found = await readList(TICKETS, url, (asked) => apiOf(context).support.tickets(asked))
  return { ...found, zone: readerZone(context) }
}

export default function TicketsPage({ loaderData }: Route.ComponentProps) {
  const t = useText('tickets')
  const { language } = useLanguage()
  const { results, zone } = loaderData
  // Only operators see whose a ticket is.
  const isDesk = results.some(({ customer }) => customer !== null)
  return (
    <>
      <div className="row between">
        <h1>{t(isDesk ? 'all' : 'title')}</h1>
        <a className="btn btn-go" href={pathIn(language, `${TICKETS.path}/new`)}>
          <Icon name="plus" />
          {t('new')}
        </a>
      </div>
      {results.length > 0 ? (
        <ul className="stack">
          {results.map((ticket) => (
            <TicketItem key={ticket.id} ticket={ticket} zone={zone} />
          ))}
        </ul>
      ) : (
        <EmptyState title={t('empty.title')} text={t('empty.text')} />
      )}
      <ListPages list={TICKETS} found={loaderData} />
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
          <a href={pathIn(language, `${TICKETS.path}/${id}`)} dir="auto">
            {subject}
          </a>
        </h2>
        <TicketTag status={status} />
      </div>
      <p className="row row-s sm mute">
        <span>{t('number', { number: localDigits(number, language) })}</span>{' '}
        <span>{t(`department.${department}`)}</span> {customer && <bdi>{customer}</bdi>}{' '}
        <time dateTime={updated_at}>{formatInstant(new Date(updated_at), zone, language, 'long')}</time>
        {ticket.is_unread && <b className="row row-s tight brand">● {t('unread')}</b>}
      </p>
    </li>
  )
}
