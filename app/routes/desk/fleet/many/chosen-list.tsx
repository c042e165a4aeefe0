import type { ReactNode } from 'react'
import { Plate } from '#app/features/desk/plate.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import type { VehicleState } from '#app/rules/search/vehicle-state.ts'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { Tag } from '#app/ui/tag.tsx'

/** A chosen vehicle, as the calls about many of them answer it. */
interface ChosenVehicle {
  id: number
  title: string
  plate: string | null
  state: VehicleState
  bookings: number
}

/** How many vehicles a page lists of those that it is about. */
const SHOWN = 100

/** Chosen vehicles with what is known of them; the first hundred of many. */
export function ChosenList({ label, vehicles }: { label: string; vehicles: readonly ChosenVehicle[] }) {
  const t = useText('bulk')
  const desk = useText('desk')
  const more = vehicles.length - SHOWN
  return (
    <>
      <ColumnTable
        label={label}
        rows={vehicles.slice(0, SHOWN)}
        rowKey={({ id }) => id}
        columns={[
          { head: desk('one.vehicle'), whole: true, cell: ({ title, plate }) => <Named title={title} plate={plate} /> },
          {
            head: desk('list.status'),
            cell: ({ state }) => <Tag kind={state === 'OFFERED' ? 'ok' : 'warn'}>{desk(`fleet.state.${state}`)}</Tag>,
          },
          { head: t('note'), whole: true, cell: ({ bookings }) => bookings > 0 && t('bookings', { n: bookings }) },
        ]}
      />
      {more > 0 && <p className="soft">{t('more', { n: more })}</p>}
    </>
  )
}

/** A vehicle's name beside its plate. */
function Named({ title, plate }: { title: ReactNode; plate: string | null }) {
  return (
    <span className="row row-s">
      <b>{title}</b> <Plate text={plate} />
    </span>
  )
}
