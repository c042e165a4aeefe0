import type { z } from 'zod'
import type { DeskVehicle } from '#app/contract/company/fleet/offers.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { ApiClient } from '#app/web/api.server.ts'

/** More vehicles than these are looked at in the fleet's own list. */
const SHOWN = 5

/** The company's vehicles that the desk's search box finds, beside the reservations. */
export interface FoundVehicles {
  count: number
  results: readonly z.infer<typeof DeskVehicle>[]
}

/** Finds vehicles by plate, name or number; none where nothing was typed. */
export async function findVehicles({ company }: ApiClient, q: string | undefined): Promise<FoundVehicles> {
  return q ? company.fleet.search({ q, page: 1, size: SHOWN }) : { count: 0, results: [] }
}

/** The found vehicles with their state, and a link to all where there are more. */
export function FoundVehicleList({ found: { count, results }, q }: { found: FoundVehicles; q: string }) {
  const t = useText('desk')
  const { language } = useLanguage()
  return (
    <section className="card stack stack-2" aria-labelledby="found-vehicles">
      <h2 id="found-vehicles">{t('search.vehicles', { n: count })}</h2>
      <ul className="list">
        {results.map(({ id, title, plate, state, is_out }) => (
          <li key={id}>
            <a href={pathIn(language, `/desk/fleet/${id}`)}>
              <span className="grow">
                {title} <span className="mute">{localDigits(String(id), language)}</span>
              </span>{' '}
              <Plate text={plate} /> <Tag kind={state === 'OFFERED' ? 'ok' : 'warn'}>{t(`fleet.state.${state}`)}</Tag>{' '}
              {is_out && <Tag kind="info">{t('lists.out')}</Tag>}
            </a>
          </li>
        ))}
      </ul>
      {count > results.length && (
        <p>
          <a href={pathIn(language, `/desk/fleet?${new URLSearchParams({ q })}`)}>{t('search.allVehicles')}</a>
        </p>
      )}
    </section>
  )
}
