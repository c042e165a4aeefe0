import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { NEWS_STATUSES } from '#app/rules/messages/news-topics.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/news'
import { STATUS_TAGS } from './status-tags.ts'

const NEWS = listAt('/operator/news', { size: 25, filters: { status: oneOf(NEWS_STATUSES) } })

export const handle: PageHandle = { title: 'operator/nav.news', areas: ['news'], query: NEWS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(NEWS, url, (asked) => apiOf(context).operator.news.list(asked))

export default function NewsList({ loaderData }: Route.ComponentProps) {
  const t = useText('news')
  const nav = useText('operator')
  const { language } = useLanguage()
  return (
    <ListPage
      list={NEWS}
      found={loaderData}
      title={nav('nav.news')}
      text={t('about')}
      aside={
        <a className="btn btn-go" href={pathIn(language, `${NEWS.path}/new`)}>
          <Icon name="plus" />
          {t('new')}
        </a>
      }
      filters={
        <FilterChips
          list={NEWS}
          found={loaderData}
          name="status"
          label={t('status')}
          choices={NEWS_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
      }
      empty={t('none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('subject'),
          whole: true,
          cell: ({ id, subject }) => (
            <a className="go" href={pathIn(language, `${NEWS.path}/${id}`)}>
              <bdi>{subject}</bdi>
            </a>
          ),
        },
        { head: t('topic'), cell: ({ topic }) => t(topic === null ? 'everybody' : `topics.${topic}`) },
        {
          head: t('status'),
          far: true,
          cell: ({ status }) => <Tag kind={STATUS_TAGS[status]}>{t(`statuses.${status}`)}</Tag>,
        },
        {
          head: t('reached'),
          labelled: true,
          cell: ({ counts: { sent, waiting } }) => t('sentOf', { sent, total: sent + waiting }),
        },
        {
          head: t('changed'),
          far: true,
          cell: ({ changed_at }) => formatInstant(new Date(changed_at), HOME_ZONE, language, 'long'),
        },
      ]}
    />
  )
}
