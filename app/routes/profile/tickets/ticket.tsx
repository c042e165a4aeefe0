import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { TicketReply } from '#app/contract/support/tickets.ts'
import { Talk } from '#app/features/support/talk.tsx'
import { sendWritten } from '#app/features/support/written.server.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readerZone } from '#app/web/session/visit.ts'
import type { Route } from './+types/ticket'
import { ReplyCard } from './reply-card.tsx'
import { TicketTag } from './ticket-tag.tsx'

export const handle: PageHandle = { areas: ['tickets', 'files', 'chat', 'map'], query: ['before'] }

type Context = Readonly<RouterContextProvider>

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'tickets')
  const id = idOf(params.id)
  const api = apiOf(context).support
  const before = Number(url.searchParams.get('before')) || undefined
  const ticket = await api.ticket({ id, before })
  if (ticket.is_unread && !before) await api.readTicket({ id })
  const number = localDigits(ticket.number, language)
  return {
    meta: { title: t('meta.one', { number }), description: t('meta.listText') },
    ticket,
    zone: readerZone(context),
    client_id: randomUUID(),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = idOf(params.id)
  const fields = await request.formData()
  return fields.get('intent') === 'close' ? close(context, id) : reply(context, id, fields)
}

export default function TicketPage({ loaderData: { ticket, zone, client_id }, actionData }: Route.ComponentProps) {
  const t = useText('tickets')
  const { language } = useLanguage()
  const { reservation } = ticket
  return (
    <>
      <h1 dir="auto">{ticket.subject}</h1>
      <p className="row row-s sm mute">
        <span>{t('number', { number: localDigits(ticket.number, language) })}</span>
        <span>{t(`department.${ticket.department}`)}</span>
        {ticket.customer && <bdi>{ticket.customer}</bdi>}
        <TicketTag status={ticket.status} />
        {reservation && ticket.side === 'CUSTOMER' && (
          <a href={pathIn(language, `/profile/reservation/${reservation.id}`)}>
            {t('about', { number: numberIn(language, reservation.number) })}
          </a>
        )}
        {reservation && ticket.side === 'OPERATOR' && (
          <span>{t('about', { number: numberIn(language, reservation.number) })}</span>
        )}
      </p>
      <Talk
        messages={ticket.messages}
        zone={zone}
        side={ticket.side}
        unread={ticket.unread_count}
        olderHref={
          ticket.has_older
            ? pathIn(language, `/profile/ticketing/${ticket.id}?before=${ticket.messages[0]?.seq ?? 1}`)
            : undefined
        }
      />
      {/* A message that was sent empties its form; one that was refused stays in it. */}
      <ReplyCard
        key={ticket.messages.at(-1)?.id}
        ticket={ticket}
        client_id={client_id}
        reply={actionData?.form}
        waiting={actionData?.waiting ?? []}
      />
    </>
  )
}

const Written = z.object(TicketReply.shape).omit({ attachments: true })

async function reply(context: Context, id: string, fields: FormData) {
  return sendWritten(
    context,
    fields,
    { schema: Written, uploadTo: 'uploadTicketFile' },
    async (written, attachments) => {
      await apiOf(context).support.replyToTicket({ ...written, id, attachments })
      return backTo(context, id, 'replied')
    },
  )
}

/** What somebody else has closed by now is closed, too. */
async function close(context: Context, id: string) {
  try {
    await apiOf(context).support.closeTicket({ id, status: 'CLOSED' })
  } catch (error) {
    if (!isCallError(error, 'TICKET_CLOSED')) throw error
  }
  return backTo(context, id, 'closedNow')
}

function backTo(context: Context, id: string, said: 'replied' | 'closedNow') {
  const t = textFor(context.get(siteContext).language, 'tickets')
  return goOn(context, `/profile/ticketing/${id}`, t(said))
}

function idOf(given: string | undefined): string {
  const id = PublicId.safeParse(given)
  if (!id.success) throw notFound()
  return id.data
}
