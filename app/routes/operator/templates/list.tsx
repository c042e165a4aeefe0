import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, deskText } from '../operator-page.server.ts'
import type { Route } from './+types/list'
import { LanguageChoice } from './language-choice.tsx'
import { languageOfTexts } from './language-of.ts'

const PATH = '/operator/templates'

export const handle: PageHandle = { query: ['lang'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const shown = languageOfTexts(url.searchParams, context.get(siteContext).language)
  const { results } = await apiOf(context).operator.templates({ language: shown })
  return { shown, templates: results, meta: deskMeta(context, deskText(context)('nav.templates')) }
}

export default function Templates({ loaderData: { shown, templates } }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={t('nav.templates')} text={t('templates.text')} />
      <div className="stack">
        <LanguageChoice path={PATH} shown={shown} />
        <div className="card">
          <RowTable label={t('nav.templates')} head={[t('templates.key'), t('templates.reads')]}>
            {templates.map(({ key, text, is_edited }) => (
              <Row key={key}>
                <Cell whole>
                  <a href={`${pathIn(language, `${PATH}/${key}`)}?lang=${shown}`}>
                    <bdi dir="ltr">{key}</bdi>
                  </a>{' '}
                  {is_edited && <Tag kind="info">{t('templates.edited')}</Tag>}
                </Cell>
                <Cell whole>
                  <span lang={shown} dir="auto">
                    {text}
                  </span>
                </Cell>
              </Row>
            ))}
          </RowTable>
        </div>
      </div>
    </>
  )
}
