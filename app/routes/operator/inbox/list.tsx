import { INBOX_ORDERS, INBOX_SHOWS } from '#app/contract/operator/inbox.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { DEPARTMENTS } from '#app/rules/ticket-status.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Chip, Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, deskText } from '../operator-page.server.ts'
import type { Route } from './+types/list'

const PATH = '/operator/inbox'
const SIZE = 25

export const handle: PageHandle = { areas: ['inbox', 'tickets'], query: ['show', 'order', 'department', 'page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const view = viewOf(url.searchParams)
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = await apiOf(context).operator.inbox({ ...view, page, size: SIZE })
  return {
    view,
    counts: found.counts,
    conversations: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('nav.inbox')),
  }
}

function viewOf(query: URLSearchParams) {
  return {
    show: INBOX_SHOWS.find((show) => show === query.get('show')) ?? INBOX_SHOWS[0],
    order: INBOX_ORDERS.find((order) => order === query.get('order')) ?? INBOX_ORDERS[0],
    department: DEPARTMENTS.find((department) => department === query.get('department')),
  }
}

type View = ReturnType<typeof viewOf>

function hrefOf({ show, order, department }: View, page = 1): string {
  const query = new URLSearchParams({
    ...(show !== INBOX_SHOWS[0] && { show }),
    ...(order !== INBOX_ORDERS[0] && { order }),
    ...(department && { department }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size > 0 ? `${PATH}?${query}` : PATH
}

export default function Inbox({ loaderData }: Route.ComponentProps) {
  const { view, counts, conversations, page, pages } = loaderData
  const desk = useText('operator')
  const t = useText('inbox')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={desk('nav.inbox')}>
        <a className="btn btn-s" href={pathIn(language, `${PATH}/answers`)}>
          {t('answers.title')}
        </a>
      </DeskHead>
      <div className="stack">
        <Views view={view} counts={counts} />
        {conversations.length === 0 && <EmptyState title={t('none')} />}
        <ul className="stack stack-2">
          {conversations.map((conversation) => (
            <ConversationItem key={conversation.id} conversation={conversation} />
          ))}
        </ul>
        <Pagination page={page} pages={pages} href={(number) => pathIn(language, hrefOf(view, number))} />
        <p className="sm">
          <a href={pathIn(language, '/profile/chat')}>{t('rooms')}</a>
        </p>
      </div>
    </>
  )
}

function Views({ view, counts }: { view: View; counts: Route.ComponentProps['loaderData']['counts'] }) {
  const t = useText('inbox')
  const words = useText('tickets')
  const { language } = useLanguage()
  const to = (change: Partial<View>) => pathIn(language, hrefOf({ ...view, ...change }))
  return (
    <div className="stack stack-1">
      <nav className="row row-s" aria-label={t('show.label')}>
        {INBOX_SHOWS.map((show) => (
          <Chip key={show} href={to({ show })} isCurrent={show === view.show}>
            {t(`show.${show}`, { n: localDigits(counts[show], language) })}
          </Chip>
        ))}
      </nav>
      <nav className="row row-s" aria-label={words('department.label')}>
        {[undefined, ...DEPARTMENTS].map((department) => (
          <Chip key={department ?? ''} href={to({ department })} isCurrent={department === view.department}>
            {department ? words(`department.${department}`) : t('anyDepartment')}
          </Chip>
        ))}
      </nav>
      <nav className="row row-s" aria-label={t('order.label')}>
        {INBOX_ORDERS.map((order) => (
          <Chip key={order} href={to({ order })} isCurrent={order === view.order}>
            {t(`order.${order}`)}
          </Chip>
        ))}
      </nav>
    </div>
  )
}

type Conversation = Route.ComponentProps['loaderData']['conversations'][number]

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
          <a href={pathIn(language, `${PATH}/${id}`)} dir="auto">
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
