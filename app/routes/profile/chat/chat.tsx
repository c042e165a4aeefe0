import { data, type RouterContextProvider, redirect } from 'react-router'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { useReaderZone } from '#app/features/account/reader-zone.ts'
import { Compose } from '#app/features/chat/compose.tsx'
import { sendComposed } from '#app/features/chat/composed.server.ts'
import { LiveChat } from '#app/features/chat/live/live-chat.live.tsx'
import { MessageList } from '#app/features/chat/message-list.tsx'
import { formatTime } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SUPPORT_HOURS } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readerZone } from '#app/web/session/visit.ts'
import type { Route } from './+types/chat'
import { chatHref, locationHref, refreshHref, SALES } from './chat-href.ts'
import { RoomList, useRoomName } from './room-list.tsx'

const MAX_ROOMS_SHOWN = 50

export const handle: PageHandle = {
  title: 'chat/title',
  description: 'chat/description',
  areas: ['chat', 'live', 'map', 'tickets', 'files'],
  eager: true,
  query: ['room', 'before'],
}

/** A room's newest messages, or those before one; what is shown counts as read. The sales room is made by its first message. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { chat } = apiOf(context)
  const { results: rooms } = await chat.rooms({ size: MAX_ROOMS_SHOWN })
  const room = await askedRoom(context, url.searchParams.get('room'), rooms)
  const before = Number(url.searchParams.get('before')) || undefined
  const history = room
    ? await chat.messages({ id: room.id, before })
    : { messages: [], has_older: false, has_newer: false }
  const last = history.messages.at(-1)
  if (room?.is_unread && last && !before) await chat.markRead({ id: room.id, seq: last.seq })
  const { count: unreadChats } = await chat.unread()
  const newFrom = history.messages.find(
    ({ seq, sender }) => seq > (room?.read_seq ?? 0) && sender !== room?.sender,
  )?.seq
  return {
    unreadChats,
    rooms,
    room: room ?? null,
    history,
    newFrom: room?.is_unread ? newFrom : undefined,
    zone: readerZone(context),
    /** The message's own id: the form sent twice is one message. */
    clientId: crypto.randomUUID(),
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const fields = await request.formData()
  return sendComposed(context, fields, async (written, attachments) => {
    const { chat } = apiOf(context)
    const named = url.searchParams.get('room')
    const id = named && named !== SALES ? roomId(named) : (await chat.createSale({})).room.id
    await chat.newMessage({ ...written, id, attachments })
    return redirect(`${chatHref(named ?? undefined)}#last`, { status: 303 })
  })
}

type Rooms = Awaited<ReturnType<ReturnType<typeof apiOf>['chat']['rooms']>>['results']

async function askedRoom(context: Readonly<RouterContextProvider>, named: string | null, rooms: Rooms) {
  const sales = rooms.find(({ department, side }) => department === 'SALES' && side === 'CUSTOMER')
  if (named && named !== SALES)
    return rooms.find(({ id }) => id === named) ?? apiOf(context).chat.room({ id: roomId(named) })
  // Who answers others has their rooms before an own one.
  const isOperator = rooms.some(({ side }) => side === 'OPERATOR')
  return sales ?? (isOperator && !named ? rooms[0] : undefined)
}

function roomId(named: string): string {
  if (!PublicId.safeParse(named).success) throw data(null, { status: 404 })
  return named
}

export default function ChatPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('chat')
  const { language } = useLanguage()
  const { rooms, room, history, newFrom, zone, clientId } = loaderData
  const form = useReply('chat', { reply: actionData?.form, initial: { client_id: clientId } })
  const nameOf = useRoomName()
  const clock = useReaderZone(zone)
  const first = history.messages[0]
  // Older messages are a page of their own; a form that came back shows what is wrong with it.
  const isNewest = !history.has_newer && !actionData
  const known = room ? { room, newFrom, messages: history.messages, has_older: history.has_older } : ('sales' as const)
  const start = isNewest ? known : undefined
  return (
    <section className="stack" aria-labelledby="chat-title">
      <div className="row between">
        <div>
          <h1 id="chat-title">{nameOf(room)}</h1>
          {(!room || (room.department && room.side === 'CUSTOMER')) && (
            <p className="sm soft">
              {t('hours', {
                opens: formatTime(SUPPORT_HOURS.opens, language),
                closes: formatTime(SUPPORT_HOURS.closes, language),
              })}
            </p>
          )}
        </div>
        <a className="btn btn-s btn-bare" href={pathIn(language, refreshHref(room?.id, clientId.slice(0, 8)))}>
          {t('refresh')}
        </a>
      </div>
      <RoomList rooms={rooms} current={room} />
      <LiveChat start={start}>
        {history.has_older && first && (
          <a className="btn btn-s" href={pathIn(language, chatHref(room?.id, first.seq))}>
            <Icon name="down" className="turned" />
            {t('older')}
          </a>
        )}
        {history.messages.length === 0 ? (
          <p className="soft">{t('empty')}</p>
        ) : (
          <MessageList messages={history.messages} zone={clock} own={room?.sender ?? 'CLIENT'} newFrom={newFrom} />
        )}
        {history.has_newer && (
          <a className="btn btn-s" href={`${pathIn(language, chatHref(room?.id))}#last`}>
            {t('newest')}
          </a>
        )}
        <Compose
          form={form}
          action={chatHref(room?.id)}
          locationHref={locationHref(room?.id)}
          waiting={actionData?.waiting ?? []}
        />
      </LiveChat>
    </section>
  )
}
