import { FINE_VIEWS } from '#app/contract/company/fleet/fines.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'
import { CityTime, FineState } from './fine-parts.tsx'

const FINES = listAt('/desk/fines', { size: 25, filters: { view: oneOf(FINE_VIEWS) } })

export const handle: PageHandle = { title: 'fines/title', areas: ['fines'], noJs: true, query: FINES.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(FINES, url, (asked) => apiOf(context).company.fleet.fines.list(asked))

export default function Fines({ loaderData }: Route.ComponentProps) {
  const t = useText('fines')
  const { language } = useLanguage()
  return (
    <ListPage
      list={FINES}
      found={loaderData}
      title={t('title')}
      text={t('text')}
      aside={
        <div className="row row-s">
          <a className="btn btn-go" href={pathIn(language, '/desk/fines/new')}>
            {t('enter')}
          </a>
          <a className="btn" href={pathIn(language, '/desk/fines/import')}>
            {t('import')}
          </a>
        </div>
      }
      filters={
        <FilterChips
          list={FINES}
          found={loaderData}
          name="view"
          label={t('view.label')}
          scrolls
          choices={FINE_VIEWS.map((value) => ({
            value: value === 'OPEN' ? undefined : value,
            label: t(`view.${value}`),
          }))}
        />
      }
      empty={t('none')}
      emptyText={t('noneText')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('plate'),
          whole: true,
          cell: ({ id, plate, what, kind }) => (
            <a className="go" href={pathIn(language, `/desk/fines/${id}`)}>
              <Plate text={plate} /> {t(`kind.${kind}`)}: <bdi>{what}</bdi>
            </a>
          ),
        },
        { head: t('when'), labelled: true, cell: ({ at, zone }) => <CityTime at={at} zone={zone} /> },
        {
          head: t('sum'),
          className: 'n',
          labelled: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          head: t('whose'),
          labelled: true,
          cell: ({ match, rental }) =>
            rental ? <bdi>{rental.fullname}</bdi> : match === 'FOUND' ? '—' : t(`why.${match}`),
        },
        { head: t('status'), far: true, cell: (fine) => <FineState fine={fine} /> },
      ]}
    />
  )
}
