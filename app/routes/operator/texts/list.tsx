import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { TEXT_KINDS } from '#app/rules/text/content.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'

const TEXTS = listAt('/operator/texts', { size: 50, filters: { kind: oneOf(TEXT_KINDS) } })

export const handle: PageHandle = { title: 'texts/title', areas: ['texts'], query: TEXTS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(TEXTS, url, (asked) => apiOf(context).operator.texts.list(asked))

type WrittenText = Route.ComponentProps['loaderData']['results'][number]

/** All texts of the site, and the languages in which each is written. */
export default function Texts({ loaderData }: Route.ComponentProps) {
  const t = useText('texts')
  const { language } = useLanguage()
  return (
    <ListPage
      list={TEXTS}
      found={loaderData}
      title={t('title')}
      text={t('text')}
      aside={
        <a className="btn btn-go" href={pathIn(language, `${TEXTS.path}/new`)}>
          <Icon name="plus" />
          {t('new')}
        </a>
      }
      filters={
        <FilterChips
          list={TEXTS}
          found={loaderData}
          name="kind"
          label={t('filter')}
          scrolls
          choices={[
            { value: undefined, label: t('all') },
            ...TEXT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
        />
      }
      empty={t('none')}
      rowKey={({ kind, slug }) => `${kind}/${slug}`}
      columns={[
        {
          head: t('name'),
          whole: true,
          cell: ({ kind, slug, title, withdrawn, draft }) => (
            <>
              <a className="go" href={pathIn(language, `${TEXTS.path}/${kind}/${slug}`)}>
                {title}
              </a>{' '}
              {draft && <Tag>{t('draft')}</Tag>}
              {withdrawn && <Tag kind="warn">{t('withdrawn')}</Tag>}
            </>
          ),
        },
        { head: t('kindOf'), cell: ({ kind }) => t(`kind.${kind}`) },
        { head: t('languages'), whole: true, labelled: true, cell: (text) => <Languages text={text} /> },
        { head: t('updated'), far: true, cell: ({ updated }) => updated && formatDate(updated, language, 'short') },
      ]}
    />
  )
}

function Languages({ text: { languages } }: { text: WrittenText }) {
  const t = useText('texts')
  return (
    <span className="row row-s">
      {languages.map((one) => (
        <Tag key={one.language} {...(one.is_edited && { kind: 'info' as const })}>
          <bdi lang={one.language}>{LANGUAGE_NAMES[one.language]}</bdi>
          {one.is_edited && <span className="vh"> ({t('edited')})</span>}
        </Tag>
      ))}
    </span>
  )
}
