import { Fragment } from 'react'
import { useOutletContext } from 'react-router'
import { Plate } from '#app/features/desk/plate.tsx'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { TAG_LENGTH } from '#app/rules/fleet/vehicle-tags.ts'
import { CHOSEN_MAX } from '#app/rules/search/id-list.ts'
import { listAt, oneOf, words } from '#app/rules/search/list-address.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Picture } from '#app/ui/brand/picture.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { DeskFrame } from '../shell/desk-frame.ts'
import { mayPrice } from '../shell/may-price.ts'
import type { Route } from './+types/list'

const FLEET = listAt('/desk/fleet', {
  size: 50,
  filters: { q: words(80), state: oneOf(VEHICLE_STATES), tag: words(TAG_LENGTH) },
})

/** What can be done with many vehicles at once. */
const CHANGES = ['prices', 'terms', 'tags', 'due', 'pause', 'resume'] as const

export const handle: PageHandle = {
  title: 'desk/fleet.title',
  areas: ['fleet', 'bulk'],
  noJs: true,
  query: FLEET.query,
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { fleet } = apiOf(context).company
  const [found, { tags }] = await Promise.all([readList(FLEET, url, fleet.search), fleet.many.tags({})])
  return { ...found, tags }
}

type Loaded = Route.ComponentProps['loaderData']

export default function Fleet({ loaderData }: Route.ComponentProps) {
  const t = useText('desk')
  const fleet = useText('fleet')
  const many = useText('bulk')
  const { language } = useLanguage()
  const frame = useOutletContext<DeskFrame>()
  return (
    <ListPage
      list={FLEET}
      found={loaderData}
      title={t('fleet.title')}
      aside={
        <div className="row">
          <a className="btn" href={pathIn(language, `${FLEET.path}/many`)}>
            {many('paste.link')}
          </a>
          <a className="btn" href={pathIn(language, `${FLEET.path}/plates`)}>
            {many('plates.link')}
          </a>
          {mayPrice(frame) && (
            <a className="btn" href={pathIn(language, `${FLEET.path}/imports`)}>
              {many('importLink')}
            </a>
          )}
          <a className="btn btn-go" href={pathIn(language, `${FLEET.path}/new`)}>
            <Icon name="plus" />
            {fleet('new.title')}
          </a>
        </div>
      }
      filters={<Filters found={loaderData} />}
      empty={t('fleet.none')}
      emptyText={fleet('list.noneText')}
    >
      <ChosenForm found={loaderData} />
    </ListPage>
  )
}

/** The vehicles with check boxes, and what can be done with those that are chosen. */
function ChosenForm({ found: { results, count, filters } }: { found: Loaded }) {
  const t = useText('desk')
  const many = useText('bulk')
  const { language } = useLanguage()
  const frame = useOutletContext<DeskFrame>()
  return (
    <form className="stack" action={pathIn(language, `${FLEET.path}/many`)}>
      {filters.q && <input type="hidden" name="q" value={filters.q} />}
      {filters.state && <input type="hidden" name="state" value={filters.state} />}
      {filters.tag && <input type="hidden" name="tag" value={filters.tag} />}
      <div className="card">
        <ColumnTable
          label={t('fleet.title')}
          rows={results}
          rowKey={({ id }) => id}
          columns={[
            { head: t('one.vehicle'), whole: true, cell: (vehicle) => <VehicleLink vehicle={vehicle} /> },
            { head: t('one.plate'), cell: ({ plate }) => <Plate text={plate} /> },
            { head: t('list.status'), far: true, cell: (vehicle) => <States vehicle={vehicle} /> },
            ...(['p1', 'p7'] as const).map((price) => ({
              head: t(`fleet.${price}`),
              className: 'n',
              whole: true,
              labelled: true,
              cell: (vehicle: Loaded['results'][number]) => (
                <Money amount={vehicle[price]} currency={vehicle.currency} />
              ),
            })),
          ]}
        />
      </div>
      <div className="bulk">
        <b>{many('withChosen')}</b>
        {count > results.length && (
          <label className="check">
            <input type="checkbox" name="all" /> <span>{many('all', { n: Math.min(count, CHOSEN_MAX) })}</span>
          </label>
        )}
        {CHANGES.filter((change) => change !== 'prices' || mayPrice(frame)).map((change) => (
          <button key={change} type="submit" className="btn btn-s" name="to" value={change}>
            {many(`to.${change}`)}
          </button>
        ))}
      </div>
    </form>
  )
}

function Filters({ found }: { found: Loaded }) {
  const t = useText('desk')
  const fleet = useText('fleet')
  const { language } = useLanguage()
  const { company } = useOutletContext<DeskFrame>()
  const { q, state, tag } = found.filters
  const states = VEHICLE_STATES.filter(
    (one) => (one !== 'SUSPENDED' || company.suspended) && (one !== 'AWAITING_LOOK' || company.awaits_look),
  )
  return (
    <>
      <FilterChips
        list={FLEET}
        found={found}
        name="state"
        label={fleet('list.filters')}
        scrolls
        choices={[
          { value: undefined, label: fleet('list.all') },
          ...states.map((value) => ({ value, label: t(`fleet.state.${value}`) })),
        ]}
      />
      <form className="row" action={pathIn(language, FLEET.path)}>
        {state && <input type="hidden" name="state" value={state} />}
        <label className="vh" htmlFor="fleet-q">
          {t('fleet.search')}
        </label>
        <input
          className="in grow"
          id="fleet-q"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={80}
          placeholder={t('fleet.search')}
        />
        {found.tags.length > 0 && (
          <>
            <label className="vh" htmlFor="fleet-tag">
              {fleet('list.tag')}
            </label>
            <select className="in grow" id="fleet-tag" name="tag" defaultValue={tag ?? ''}>
              <option value="">{fleet('list.anyTag')}</option>
              {found.tags.map(({ tag: one }) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </>
        )}
        <button type="submit" className="btn">
          {t('search.submit')}
        </button>
      </form>
    </>
  )
}

function VehicleLink({ vehicle: { id, title, picture, plate } }: { vehicle: Loaded['results'][number] }) {
  const many = useText('bulk')
  const { language } = useLanguage()
  return (
    <div className="row row-s tight">
      <label className="pick above">
        <input
          type="checkbox"
          name="id"
          value={id}
          aria-label={many('choose', { title, plate: plate ?? String(id) })}
        />
      </label>
      <span className="thumb studio">
        <Picture name={picture} alt="" lazy />
      </span>
      <a className="go" href={pathIn(language, `${FLEET.path}/${id}`)}>
        {title} <span className="mute">{localDigits(String(id), language)}</span>
      </a>
    </div>
  )
}

function States({ vehicle: { state, is_out, units, tags } }: { vehicle: Loaded['results'][number] }) {
  const t = useText('desk')
  return (
    <>
      <Tag kind={state === 'OFFERED' ? 'ok' : 'warn'}>{t(`fleet.state.${state}`)}</Tag>{' '}
      {is_out && <Tag kind="info">{t('lists.out')}</Tag>} {units > 1 && <Tag>{t('fleet.units', { n: units })}</Tag>}
      {tags.map((tag) => (
        <Fragment key={tag}>
          {' '}
          <Tag kind="tint">
            <bdi>{tag}</bdi>
          </Tag>
        </Fragment>
      ))}
    </>
  )
}
