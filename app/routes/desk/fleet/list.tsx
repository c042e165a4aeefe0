import { useOutletContext } from 'react-router'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { Plate } from '#app/features/desk/plate.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { VEHICLE_STATES, type VehicleState } from '#app/rules/vehicle-state.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Money } from '#app/ui/price.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Chip, Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { DeskFrame } from '../shell/desk-frame.ts'
import type { Route } from './+types/list'

const PAGE_SIZE = 50

export const handle: PageHandle = { areas: ['fleet'], noJs: true, query: ['q', 'state', 'page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  const page = Number(url.searchParams.get('page') ?? 1)
  const q = url.searchParams.get('q')?.trim().slice(0, 80) || undefined
  const state = VEHICLE_STATES.find((one) => one === url.searchParams.get('state'))
  const found = await apiOf(context).desk.vehicles({ q, state, page, size: PAGE_SIZE })
  return {
    meta: { title: t('fleet.title'), description: t('description') },
    vehicles: found.results,
    q,
    state,
    ...pageAt(found, { page, size: PAGE_SIZE }),
  }
}

export default function Fleet({ loaderData: { vehicles, q, state, page, pages } }: Route.ComponentProps) {
  const t = useText('desk')
  const fleet = useText('fleet')
  const { language } = useLanguage()
  const { company } = useOutletContext<DeskFrame>()
  const path = pathIn(language, '/desk/fleet')
  const href = (query: { state?: VehicleState | undefined; page?: string }) =>
    `${path}?${new URLSearchParams(Object.entries({ ...(q && { q }), ...query }).filter(isGiven))}`
  return (
    <>
      <DeskHead title={t('fleet.title')}>
        <a className="btn btn-go" href={`${path}/new`}>
          <Icon name="plus" />
          {fleet('new.title')}
        </a>
      </DeskHead>
      <div className="stack">
        <nav className="scroll" aria-label={fleet('list.filters')}>
          {[undefined, ...VEHICLE_STATES.filter((one) => one !== 'SUSPENDED' || company.suspended)].map((one) => (
            <Chip key={one ?? 'all'} href={href({ state: one })} isCurrent={one === state}>
              {one ? t(`fleet.state.${one}`) : fleet('list.all')}
            </Chip>
          ))}
        </nav>
        <form className="row" action={path}>
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
          <button type="submit" className="btn">
            {t('search.submit')}
          </button>
        </form>
        {vehicles.length === 0 && <EmptyState title={t('fleet.none')} text={fleet('list.noneText')} />}
        {vehicles.length > 0 && (
          <div className="card">
            <RowTable
              label={t('fleet.title')}
              head={[t('one.vehicle'), t('one.plate'), t('list.status'), t('fleet.p1'), t('fleet.p7')]}
            >
              {vehicles.map((vehicle) => (
                <Row key={vehicle.id}>
                  <Cell whole>
                    <div className="row row-s tight">
                      <span className="thumb studio">
                        <Picture name={vehicle.picture} alt="" lazy />
                      </span>
                      <a className="go" href={pathIn(language, `/desk/fleet/${vehicle.id}`)}>
                        {vehicle.title} <span className="mute">{localDigits(String(vehicle.id), language)}</span>
                      </a>
                    </div>
                  </Cell>
                  <Cell>
                    <Plate text={vehicle.plate} />
                  </Cell>
                  <Cell far>
                    <Tag kind={vehicle.state === 'OFFERED' ? 'ok' : 'warn'}>{t(`fleet.state.${vehicle.state}`)}</Tag>{' '}
                    {vehicle.is_out && <Tag kind="info">{t('lists.out')}</Tag>}{' '}
                    {vehicle.units > 1 && <Tag>{t('fleet.units', { n: vehicle.units })}</Tag>}
                  </Cell>
                  <Cell className="n" whole label={t('fleet.p1')}>
                    <Money amount={vehicle.p1} currency={vehicle.currency} />
                  </Cell>
                  <Cell className="n" whole label={t('fleet.p7')}>
                    <Money amount={vehicle.p7} currency={vehicle.currency} />
                  </Cell>
                </Row>
              ))}
            </RowTable>
          </div>
        )}
        <Pagination page={page} pages={pages} href={(n) => href({ state, page: String(n) })} />
      </div>
    </>
  )
}

function isGiven(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}
