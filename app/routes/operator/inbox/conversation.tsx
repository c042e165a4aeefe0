import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { RoomNews } from '#app/features/desk/room-news.live.tsx'
import { Talk } from '#app/features/support/talk.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readerZone } from '#app/web/session/visit.ts'
import { deskText } from '../operator-page.server.ts'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/conversation'
import { AssignCard } from './assign-card.tsx'
import { type Again, actOn } from './conversation.server.ts'
import { OperatorReply } from './operator-reply.tsx'
import { readTalk } from './talk.server.ts'

const PATH = '/operator/inbox'

export const handle: PageHandle = {
  areas: ['inbox', 'tickets', 'files', 'chat', 'map', 'voucher'],
  query: ['before'],
  noJs: false,
  eager: true,
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { operator } = apiOf(context)
  const conversation = await operator.inbox.read({ id: publicIdOf(params) })
  const before = Number(url.searchParams.get('before')) || undefined
  const [talk, answers] = await Promise.all([readTalk(context, conversation, before), operator.inbox.cannedAnswers()])
  const name = conversation.subject ?? conversation.customer?.name ?? deskText(context)('nav.inbox')
  return {
    ...{ conversation, talk, answers: answers.results, zone: readerZone(context) },
    client_id: randomUUID(),
    meta: { title: name },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return actOn(context, publicIdOf(params), await request.formData())
}

export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { conversation, talk, answers, zone, client_id } = loaderData
  const again = actionData as Again | undefined
  const t = useText('inbox')
  const operator = useText('operator')
  const words = useText('tickets')
  const { language } = useLanguage()
  const { id, kind, number, subject, department, status, customer, reservation } = conversation
  // Whoever is typing keeps the form while messages come; what was sent is followed by an empty one.
  const [formId, setFormId] = useState(client_id)
  if (formId !== client_id && talk.messages.some((message) => message.client_id.startsWith(formId)))
    setFormId(client_id)
  const older = `${PATH}/${id}?before=${talk.messages[0]?.seq ?? 1}`
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: operator('nav.inbox'), href: pathIn(language, PATH) },
          { label: subject ?? customer?.name ?? t('erased') },
        ]}
      />
      <DeskHead
        title={<bdi>{subject ?? customer?.name ?? t('erased')}</bdi>}
        text={
          <span className="row row-s">
            <span>
              {kind === 'TICKET' ? words('number', { number: localDigits(number ?? 0, language) }) : t('kind.CHAT')}
            </span>
            <span>{words(`department.${department}`)}</span>
            {status && <span>{t(`status.${status}`)}</span>}
            {reservation && (
              <a href={pathIn(language, `/operator/reservations/${reservation.id}`)}>
                {words('about', { number: numberIn(language, reservation.number) })}
              </a>
            )}
          </span>
        }
      />
      <RoomNews ticketPath="/operator/inbox-ticket" room={id} />
      <div className="duo">
        <div className="stack">
          <Talk
            messages={talk.messages}
            zone={zone}
            side="OPERATOR"
            unread={talk.unread}
            olderHref={talk.has_older ? pathIn(language, older) : undefined}
          />
          <OperatorReply
            conversation={conversation}
            answers={answers}
            key={`${formId} ${again?.text ?? ''}`}
            client_id={formId}
            reply={again?.form}
            text={again?.text}
            waiting={again?.waiting ?? []}
          />
        </div>
        <div className="stack">
          {conversation.with_us && <AssignCard key={conversation.assignee?.id} conversation={conversation} />}
          <Customer conversation={conversation} />
        </div>
      </div>
    </>
  )
}

export type Conversation = Route.ComponentProps['loaderData']['conversation']

function Customer({ conversation: { customer, reservations } }: { conversation: Conversation }) {
  const t = useText('inbox')
  const status = useText('voucher')
  const { language } = useLanguage()
  if (!customer) return <p className="soft">{t('erased')}</p>
  return (
    <Card id="customer" title={t('customer')} className="stack stack-2">
      <p>
        <a href={pathIn(language, `/operator/people/${customer.id}`)}>
          <bdi>{customer.name}</bdi>
        </a>{' '}
        · <bdi lang={customer.language}>{LANGUAGE_NAMES[customer.language]}</bdi>
      </p>
      <h3 className="text-base">{t('reservations')}</h3>
      {reservations.length === 0 && <p className="soft">{t('noReservations')}</p>}
      <ul className="list">
        {reservations.map(({ id, number, title, start_at, total, currency, ...row }) => (
          <li key={id}>
            <a href={pathIn(language, `/operator/reservations/${id}`)}>
              <span className="grow">
                {numberIn(language, number)} · {title}
                <br />
                <span className="xs mute">
                  {formatInstant(new Date(start_at), HOME_ZONE, language, 'long')} · {status(`status.${row.status}`)} ·{' '}
                  {formatMoney(total, currency, language)}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
