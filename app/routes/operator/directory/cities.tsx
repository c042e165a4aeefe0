import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { formatNumber } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta } from '../operator-page.server.ts'
import type { Route } from './+types/cities'

export const handle: PageHandle = { areas: ['directory'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.cities()
  const title = textFor(context.get(siteContext).language, 'directory')('cities.title')
  return { cities: results, meta: deskMeta(context, title) }
}

/** Every city, those that come first before the others. */
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
        <RowTable
          label={t('cities.title')}
          head={[t('cities.name'), t('cities.order'), t('cities.ads'), t('cities.shown')]}
        >
          {cities.map(({ id, name, pinned_order, ads, hidden }) => (
            <Row key={id}>
              <Cell whole>
                <a className="go" href={pathIn(language, `/operator/cities/${id}`)}>
                  {name}
                </a>
              </Cell>
              <Cell label={t('cities.order')}>
                {pinned_order === null ? '—' : formatNumber(pinned_order, language)}
              </Cell>
              <Cell className="n" label={t('cities.ads')}>
                {formatNumber(ads, language)}
              </Cell>
              <Cell far>
                <Tag kind={hidden ? 'warn' : 'ok'}>{t(hidden ? 'cities.isHidden' : 'cities.isShown')}</Tag>
              </Cell>
            </Row>
          ))}
        </RowTable>
      </div>
    </>
  )
}
