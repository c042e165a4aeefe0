import { INBOX_ORDERS, INBOX_SHOWS } from '#app/contract/operator/inbox.ts'
import { DeskNews } from '#app/features/desk/desk-news.live.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { DEPARTMENTS } from '#app/rules/messages/ticket-status.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const INBOX = listAt('/operator/inbox', {
  size: 25,
  filters: {
    show: oneOf(INBOX_SHOWS, INBOX_SHOWS[0]),
    order: oneOf(INBOX_ORDERS, INBOX_ORDERS[0]),
    department: oneOf(DEPARTMENTS),
  },
})

/** The one list of the desk with scripts: what comes shows by itself. */
export const handle: PageHandle = {
  title: 'operator/nav.inbox',
  areas: ['inbox', 'tickets'],
  query: INBOX.query,
  noJs: false,
  eager: true,
}

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(INBOX, url, (asked) => apiOf(context).operator.inbox.list(asked))

type Loaded = Route.ComponentProps['loaderData']

export default function Inbox({ loaderData }: Route.ComponentProps) {
  const desk = useText('operator')
  const t = useText('inbox')
  const { language } = useLanguage()
  return (
    <ListPage
      list={INBOX}
      found={loaderData}
      title={desk('nav.inbox')}
      aside={
        <a className="btn btn-s" href={pathIn(language, `${INBOX.path}/answers`)}>
          {t('answers.title')}
        </a>
      }
      filters={
        <>
          <Views found={loaderData} />
          <DeskNews ticketPath="/operator/inbox-ticket" event="inbox" />
        </>
      }
      empty={t('none')}
    >
      <ul className="stack stack-2">
        {loaderData.results.map((conversation) => (
          <ConversationItem key={conversation.id} conversation={conversation} />
        ))}
      </ul>
    </ListPage>
  )
}

function Views({ found }: { found: Loaded }) {
  const t = useText('inbox')
  const tickets = useText('tickets')
  const { language } = useLanguage()
  const shows = INBOX_SHOWS.map((value) => {
    return { value, label: t(`show.${value}`, { n: localDigits(found.counts[value], language) }) }
  })
  const departments = DEPARTMENTS.map((value) => ({ value, label: tickets(`department.${value}`) }))
  const orders = INBOX_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))
  return (
    <div className="stack stack-1">
      <FilterChips list={INBOX} found={found} name="show" label={t('show.label')} choices={shows} />
      <FilterChips
        list={INBOX}
        found={found}
        name="department"
        label={tickets('department.label')}
        choices={[{ value: undefined, label: t('anyDepartment') }, ...departments]}
      />
      <FilterChips list={INBOX} found={found} name="order" label={t('order.label')} choices={orders} />
    </div>
  )
}

type Conversation = Loaded['results'][number]

function ConversationItem({ conversation }: { conversation: Conversation }) {
  const t = useText('inbox')
  const words = useText('tickets')
  const { language } = useLanguage()
  const { id, kind, number, subject, department, customer, last, waiting_since, updated_at, assignee, is_mine } =
    conversation
  const at = (instant: string) => formatInstant(new Date(instant), HOME_ZONE, language, 'long')
  return (
    <li className="card stack stack-1">
      <div className="row between tight">
        <h2 className="text-base">
          <a href={pathIn(language, `${INBOX.path}/${id}`)} dir="auto">
            {subject ?? customer?.name ?? t('erased')}
          </a>
        </h2>
        {assignee && <Tag kind={is_mine ? 'info' : undefined}>{is_mine ? t('mine') : assignee.name}</Tag>}
      </div>
      <p className="row row-s sm mute">
        <span>
          {kind === 'TICKET' ? words('number', { number: localDigits(number ?? 0, language) }) : t('kind.CHAT')}
        </span>
        <span>{words(`department.${department}`)}</span>
        {subject && <bdi>{customer?.name ?? t('erased')}</bdi>}
        <span className={waiting_since ? 'bad' : undefined}>
          {waiting_since ? t('waitingSince', { date: at(waiting_since) }) : at(updated_at)}
        </span>
      </p>
      {last && (
        <p className="sm soft" dir="auto">
          {last}
        </p>
      )}
    </li>
  )
}
