import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/list'
import { LanguageChoice } from './language-choice.tsx'
import { languageOfTexts } from './language-of.ts'

const PATH = '/operator/templates'

export const handle: PageHandle = { title: 'operator/nav.templates', query: ['lang'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const shown = languageOfTexts(url.searchParams, context.get(siteContext).language)
  const { results } = await apiOf(context).operator.settings.templates({ language: shown })
  return { shown, templates: results }
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
          <ColumnTable
            label={t('nav.templates')}
            rows={templates}
            rowKey={({ key }) => key}
            columns={[
              {
                head: t('templates.key'),
                whole: true,
                cell: ({ key, is_edited }) => (
                  <>
                    <a href={`${pathIn(language, `${PATH}/${key}`)}?lang=${shown}`}>
                      <bdi dir="ltr">{key}</bdi>
                    </a>{' '}
                    {is_edited && <Tag kind="info">{t('templates.edited')}</Tag>}
                  </>
                ),
              },
              {
                head: t('templates.reads'),
                whole: true,
                cell: ({ text }) => (
                  <span lang={shown} dir="auto">
                    {text}
                  </span>
                ),
              },
            ]}
          />
        </div>
      </div>
    </>
  )
}
