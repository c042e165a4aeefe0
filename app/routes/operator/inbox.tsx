import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/inbox'
import { deskMeta, deskText } from './operator-page.server.ts'

const TICKETS = 30
const ROOMS = 30
const WAITING: readonly string[] = ['OPEN', 'CUSTOMER_REPLY']

export const handle: PageHandle = { areas: ['tickets'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

/** What waits for an answer comes first, from the API. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const [tickets, rooms] = await Promise.all([api.support.tickets({ size: TICKETS }), api.chat.rooms({ size: ROOMS })])
  return {
    tickets: tickets.results.filter(({ status }) => WAITING.includes(status)),
    rooms: rooms.results,
    meta: deskMeta(context, deskText(context)('nav.inbox')),
  }
}

export default function Inbox({ loaderData: { tickets, rooms } }: Route.ComponentProps) {
  const t = useText('operator')
  const words = useText('tickets')
  const { language } = useLanguage()
  const at = (instant: string) => formatInstant(new Date(instant), HOME_ZONE, language, 'long')
  return (
    <>
      <DeskHead title={t('nav.inbox')} />
      <div className="trio">
        <Card id="tickets" title={t('inbox.tickets')} className="stack">
          {tickets.length === 0 && <p className="soft">{t('inbox.noTickets')}</p>}
          <ul className="list">
            {tickets.map(({ id, number, subject, department, customer, updated_at }) => (
              <li key={id}>
                <a href={pathIn(language, `/profile/ticketing/${id}`)}>
                  <span className="grow">
                    <bdi>{subject}</bdi>
                    <br />
                    <span className="xs mute">
                      {words('number', { number: localDigits(number, language) })} · {words(`department.${department}`)}{' '}
                      · <bdi>{customer}</bdi> · {at(updated_at)}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <p>
            <a href={pathIn(language, '/profile/ticketing')}>{t('inbox.all')}</a>
          </p>
        </Card>
        <Card id="chats" title={t('inbox.chats')} className="stack">
          {rooms.length === 0 && <p className="soft">{t('inbox.noChats')}</p>}
          <ul className="list">
            {rooms.map((room) => (
              <li key={room.id}>
                <a href={pathIn(language, `/profile/chat?room=${room.id}`)}>
                  <bdi className="grow">{room.customer ?? room.reservation?.number ?? room.id.slice(0, 8)}</bdi>
                  {room.is_unread && <b className="brand">● {words('unread')}</b>}
                </a>
              </li>
            ))}
          </ul>
          <p>
            <a href={pathIn(language, '/profile/chat')}>{t('inbox.allChats')}</a>
          </p>
        </Card>
      </div>
    </>
  )
}
