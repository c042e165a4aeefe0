import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/cities'

export const handle: PageHandle = { title: 'directory/cities.title', areas: ['directory'], query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.directory.cities()
  return { cities: results }
}

/** Every city, in the order of lists. */
export default function Cities({ loaderData: { cities } }: Route.ComponentProps) {
  const t = useText('directory')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={t('cities.title')} text={t('cities.text')}>
        <a className="btn btn-go" href={pathIn(language, '/operator/cities/new')}>
          {t('cities.new')}
        </a>
      </DeskHead>
      <div className="card">
        <ColumnTable
          label={t('cities.title')}
          rows={cities}
          rowKey={({ id }) => id}
          columns={[
            {
              head: t('cities.name'),
              whole: true,
              cell: ({ id, name }) => (
                <a className="go" href={pathIn(language, `/operator/cities/${id}`)}>
                  {name}
                </a>
              ),
            },
            {
              head: t('cities.order'),
              labelled: true,
              cell: ({ pinned_order }) => (pinned_order === null ? '—' : formatNumber(pinned_order, language)),
            },
            { head: t('cities.ads'), className: 'n', labelled: true, cell: ({ ads }) => formatNumber(ads, language) },
            {
              head: t('cities.shown'),
              far: true,
              cell: ({ hidden }) => (
                <Tag kind={hidden ? 'warn' : 'ok'}>{t(hidden ? 'cities.isHidden' : 'cities.isShown')}</Tag>
              ),
            },
          ]}
        />
      </div>
    </>
  )
}
