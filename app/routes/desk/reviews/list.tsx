import { REVIEW_VIEWS } from '#app/contract/company/reviews.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatDecimal, formatNumber, formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Stars } from '#app/ui/rating.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'
import '../../../../styles/company-desk.css'

const REVIEWS = listAt('/desk/reviews', { size: 25, filters: { view: oneOf(REVIEW_VIEWS) } })

export const handle: PageHandle = { title: 'reviews/title', areas: ['reviews'], query: REVIEWS.query, noJs: true }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(REVIEWS, url, (asked) => apiOf(context).company.reviews.list(asked))

/** What travellers wrote about the company's vehicles, the unanswered first shown (design/golive, screen 51). */
export default function Reviews({ loaderData }: Route.ComponentProps) {
  const t = useText('reviews')
  const { language } = useLanguage()
  return (
    <ListPage
      list={REVIEWS}
      found={loaderData}
      title={t('title')}
      text={t('text')}
      filters={
        <>
          <Figures figures={loaderData.figures} />
          <FilterChips
            list={REVIEWS}
            found={loaderData}
            name="view"
            label={t('view')}
            choices={REVIEW_VIEWS.map((value) => ({
              value: value === 'WAITING' ? undefined : value,
              label: value === 'WAITING' ? t('views.WAITING', { n: loaderData.waiting }) : t(`views.${value}`),
            }))}
          />
        </>
      }
      empty={t('none')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('review'),
          whole: true,
          cell: ({ id, body, author }) => (
            <>
              <a className="go" href={pathIn(language, `/desk/reviews/${id}`)}>
                <bdi>{author}</bdi>
              </a>
              <p className="sm" dir="auto">
                {body}
              </p>
            </>
          ),
        },
        { head: t('vehicle'), cell: ({ vehicle }) => vehicle },
        { head: t('score'), cell: ({ score }) => (score === null ? '–' : <Stars score={score} />) },
        {
          head: t('date'),
          cell: ({ created_at }) => formatInstant(new Date(created_at), HOME_ZONE, language, 'short'),
        },
        {
          head: t('state'),
          far: true,
          cell: ({ answer }) => (answer ? <Tag kind="ok">{t('answered')}</Tag> : <Tag kind="warn">{t('open')}</Tag>),
        },
      ]}
    />
  )
}

/** The company's own stars of the last 12 months, and how it answers. */
function Figures({ figures }: { figures: Route.ComponentProps['loaderData']['figures'] }) {
  const t = useText('reviews')
  const { language } = useLanguage()
  const { score, reviews, answered_percent: answered, answer_days: days } = figures
  return (
    <ul className="tiles" aria-label={t('figures.title')}>
      <Tile name={t('figures.score')} note={t('figures.reviews', { n: reviews })}>
        {score === null ? '—' : formatDecimal(score, language)}
      </Tile>
      <Tile name={t('figures.answered')}>{answered === null ? '—' : formatPercent(answered, language)}</Tile>
      <Tile name={t('figures.days')}>{days === null ? '—' : formatNumber(days, language, 1)}</Tile>
    </ul>
  )
}

function Tile({ name, note, children }: { name: string; note?: string; children: string }) {
  return (
    <li className="card tile">
      <span className="mute">{name}</span> <b className="n">{children}</b>{' '}
      {note && <span className="mute xs">{note}</span>}
    </li>
  )
}
