import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { redirect } from 'react-router'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { useReaderZone } from '#app/features/account/reader-zone.ts'
import { Compose } from '#app/features/chat/compose.tsx'
import { sendComposed } from '#app/features/chat/composed.server.ts'
import { LiveChat } from '#app/features/chat/live/live-chat.live.tsx'
import { MessageList } from '#app/features/chat/message-list.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readerZone } from '#app/web/session/visit.ts'
import type { Route } from './+types/conversation'

const PATH = '/desk/messages'

export const handle: PageHandle = {
  areas: ['chat', 'live', 'map', 'tickets', 'files', 'inbox'],
  query: ['before'],
  eager: true,
}

type Context = Readonly<RouterContextProvider>

/** The newest messages, which are read by that, or those before a message. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { chat } = apiOf(context)
  const room = await ownRoom(context, params.id)
  const before = Number(url.searchParams.get('before')) || undefined
  const history = await chat.messages({ id: room.id, before })
  const last = history.messages.at(-1)
  if (room.is_unread && last && !before) await chat.markRead({ id: room.id, seq: last.seq })
  const newFrom = history.messages.find(({ seq, sender }) => seq > room.read_seq && sender !== room.sender)?.seq
  const title = room.customer ?? textFor(context.get(siteContext).language, 'desk')('nav.messages')
  return {
    ...{ room, history, meta: { title } },
    newFrom: room.is_unread ? newFrom : undefined,
    zone: readerZone(context),
    clientId: randomUUID(),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await ownRoom(context, params.id)
  return sendComposed(context, await request.formData(), async (written, attachments) => {
    await apiOf(context).chat.newMessage({ ...written, id, attachments })
    return redirect(`${PATH}/${id}#last`, { status: 303 })
  })
}

/**
 * A chat room with the company's customers. Throws a 404 for every other room, also for those in which the member is a
 * customer.
 */
async function ownRoom(context: Context, id: string) {
  if (!PublicId.safeParse(id).success) throw notFound()
  const room = await apiOf(context).chat.room({ id })
  if (room.side !== 'COMPANY') throw notFound()
  return room
}

export default function DeskConversation({ loaderData, actionData }: Route.ComponentProps) {
  const desk = useText('desk')
  const t = useText('chat')
  const inbox = useText('inbox')
  const { language } = useLanguage()
  const { room, history, newFrom, zone, clientId } = loaderData
  const clock = useReaderZone(zone)
  const form = useReply('chat', { reply: actionData?.form, initial: { client_id: clientId } })
  const { reservation, customer } = room
  const first = history.messages[0]
  const href = pathIn(language, `${PATH}/${room.id}`)
  const known = { room, newFrom, messages: history.messages, has_older: history.has_older }
  return (
    <section className="stack" aria-labelledby="chat-title">
      <Breadcrumbs
        crumbs={[{ label: desk('nav.messages'), href: pathIn(language, PATH) }, { label: customer ?? inbox('erased') }]}
      />
      <div className="row between">
        <div>
          <h1 id="chat-title">
            <bdi>{customer ?? inbox('erased')}</bdi>
          </h1>
          {reservation && (
            <p className="sm">
              <a href={pathIn(language, `/desk/reservations/${reservation.id}`)}>
                {t('room.reservation', { number: numberIn(language, reservation.number) })}
              </a>
            </p>
          )}
        </div>
        <a className="btn btn-s btn-bare" href={`${href}?once=${clientId.slice(0, 8)}#last`}>
          {t('refresh')}
        </a>
      </div>
      {/* Older messages are on a page of their own; a refused form shows its errors. */}
      <LiveChat start={history.has_newer || actionData ? undefined : known}>
        {history.has_older && first && (
          <a className="btn btn-s" href={`${href}?before=${first.seq}`}>
            <Icon name="down" className="turned" />
            {t('older')}
          </a>
        )}
        {history.messages.length === 0 ? (
          <p className="soft">{t('empty')}</p>
        ) : (
          <MessageList messages={history.messages} zone={clock} own={room.sender} newFrom={newFrom} />
        )}
        {history.has_newer && (
          <a className="btn btn-s" href={`${href}#last`}>
            {t('newest')}
          </a>
        )}
        <Compose form={form} action={`${PATH}/${room.id}`} waiting={actionData?.waiting ?? []} />
      </LiveChat>
    </section>
  )
}
