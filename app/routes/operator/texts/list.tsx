import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatDate } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { TEXT_KINDS, type TextKind } from '#app/rules/content.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Chip, Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta } from '../operator-page.server.ts'
import type { Route } from './+types/list'

const PATH = '/operator/texts'
const SIZE = 50

export const handle: PageHandle = { areas: ['texts'], query: ['page', 'kind'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'texts')
  const page = Number(url.searchParams.get('page') ?? 1)
  const kind = TEXT_KINDS.find((one) => one === url.searchParams.get('kind'))
  const found = await apiOf(context).operator.texts({ page, size: SIZE, kind })
  return {
    kind,
    texts: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, t('title')),
  }
}

const hrefOf = (kind: TextKind | undefined, page = 1) => {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `${PATH}?${query}` : PATH
}

/** Everything that is written on the site, and in which languages. */
export default function Texts({ loaderData: { kind, texts, page, pages } }: Route.ComponentProps) {
  const t = useText('texts')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={t('title')} text={t('text')} />
      <div className="stack">
        <nav className="scroll" aria-label={t('filter')}>
          {[undefined, ...TEXT_KINDS].map((one) => (
            <Chip key={one ?? 'all'} href={pathIn(language, hrefOf(one))} isCurrent={one === kind}>
              {one ? t(`kind.${one}`) : t('all')}
            </Chip>
          ))}
        </nav>
        {texts.length === 0 && <EmptyState title={t('none')} />}
        {texts.length > 0 && (
          <div className="card">
            <RowTable label={t('title')} head={[t('name'), t('kindOf'), t('languages'), t('updated')]}>
              {texts.map((text) => (
                <Row key={`${text.kind}/${text.slug}`}>
                  <Cell whole>
                    <a className="go" href={pathIn(language, `${PATH}/${text.kind}/${text.slug}`)}>
                      {text.title}
                    </a>{' '}
                    {text.withdrawn && <Tag kind="warn">{t('withdrawn')}</Tag>}
                  </Cell>
                  <Cell>{t(`kind.${text.kind}`)}</Cell>
                  <Cell whole label={t('languages')}>
                    <span className="row row-s tight">
                      {text.languages.map((one) => (
                        <Tag key={one.language} {...(one.is_edited && { kind: 'info' as const })}>
                          <bdi lang={one.language}>{LANGUAGE_NAMES[one.language]}</bdi>
                          {one.is_edited && <span className="vh"> ({t('edited')})</span>}
                        </Tag>
                      ))}
                    </span>
                  </Cell>
                  <Cell far>{text.updated && formatDate(text.updated, language, 'short')}</Cell>
                </Row>
              ))}
            </RowTable>
          </div>
        )}
        <Pagination page={page} pages={pages} href={(n) => pathIn(language, hrefOf(kind, n))} />
      </div>
    </>
  )
}
