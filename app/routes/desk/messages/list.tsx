import { MESSAGE_SHOWS } from '#app/contract/company/messages/messages.ts'
import { useReaderZone } from '#app/features/account/reader-zone.ts'
import { UnreadBadge } from '#app/features/chat/unread-badge.tsx'
import { DeskNews } from '#app/features/desk/desk-news.live.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { readerZone } from '#app/web/session/visit.ts'
import type { Route } from './+types/list'

const MESSAGES = listAt('/desk/messages', { size: 25, filters: { show: oneOf(MESSAGE_SHOWS, 'all') } })

export const handle: PageHandle = {
  title: 'desk/nav.messages',
  areas: ['inbox', 'chat'],
  query: MESSAGES.query,
  eager: true,
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const found = await readList(MESSAGES, url, (asked) => apiOf(context).company.messages.list(asked))
  return { ...found, zone: readerZone(context) }
}

type Loaded = Route.ComponentProps['loaderData']

/** A company's chats with its customers. */
export default function Messages({ loaderData }: Route.ComponentProps) {
  const desk = useText('desk')
  const t = useText('inbox')
  const { language } = useLanguage()
  const shows = MESSAGE_SHOWS.map((value) => {
    return { value, label: t(`show.${value}`, { n: localDigits(loaderData.counts[value], language) }) }
  })
  return (
    <ListPage
      list={MESSAGES}
      found={loaderData}
      title={desk('nav.messages')}
      text={t('company.text')}
      filters={
        <>
          <FilterChips list={MESSAGES} found={loaderData} name="show" label={t('show.label')} choices={shows} />
          <DeskNews ticketPath="/desk/ticket" event="inbox" />
        </>
      }
      empty={t('company.none')}
      after={
        <p className="sm">
          <a href={pathIn(language, '/profile/chat?room=sales')}>{t('company.support')}</a>
        </p>
      }
    >
      <ul className="stack stack-2">
        {loaderData.results.map((room) => (
          <RoomItem key={room.id} room={room} zone={loaderData.zone} />
        ))}
      </ul>
    </ListPage>
  )
}

function RoomItem({ room, zone }: { room: Loaded['results'][number]; zone: string }) {
  const t = useText('inbox')
  const chat = useText('chat')
  const { language } = useLanguage()
  const clock = useReaderZone(zone)
  const { id, customer, reservation, last_message, waiting_since, updated_at, unread_count } = room
  const at = (instant: string) => formatInstant(new Date(instant), clock, language, 'long')
  return (
    <li className="card stack stack-1">
      <div className="row between tight">
        <h2 className="text-base">
          <a href={`${pathIn(language, `${MESSAGES.path}/${id}`)}#last`} dir="auto">
            {customer ?? t('erased')}
          </a>
        </h2>
        <UnreadBadge count={unread_count} />
      </div>
      <p className="row row-s sm mute">
        {reservation && <span>{chat('room.reservation', { number: numberIn(language, reservation.number) })}</span>}
        <span className={waiting_since ? 'bad' : undefined}>
          {waiting_since ? t('waitingSince', { date: at(waiting_since) }) : at(updated_at)}
        </span>
      </p>
      {last_message?.message && (
        <p className="sm soft clip" dir="auto">
          {last_message.message}
        </p>
      )}
    </li>
  )
}
