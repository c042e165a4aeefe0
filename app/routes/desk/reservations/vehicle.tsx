import type { RouterContextProvider } from 'react-router'
import { VehicleMove } from '#app/contract/company/reservations/reservations.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { VehicleOptions } from '#app/features/desk/vehicle-options.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { CalendarStay } from '../calendar/calendar-rows.tsx'
import { InTheWay } from '../calendar/in-the-way.tsx'
import { readVehicle } from '../fleet/own-vehicle.server.ts'
import type { Route } from './+types/vehicle'
import { type DeskOne, deskReservation } from './own.server.ts'
import { ReservationHead } from './reservation-head.tsx'

export const handle: PageHandle = { areas: ['voucher', 'calendar', 'errors'], noJs: true, query: ['ad'] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  const one = await deskReservation(context, params.id)
  const { results } = await apiOf(context).company.reservations.otherVehicles({ id: one.id })
  const wanted = await wantedVehicle(context, one, { ad: url.searchParams.get('ad'), vehicles: results })
  const meta = { title: t('move.title', { name: one.fullname }) }
  return orGone({ meta, one, vehicles: results, wanted }, one.movable)
}

/** The vehicle that somebody dragged the reservation to in the calendar; where it cannot have it, with what it is taken by. */
async function wantedVehicle(
  context: Readonly<RouterContextProvider>,
  { ad: present, start_date, start_time, end_date, end_time }: DeskOne,
  { ad, vehicles }: { ad: string | null; vehicles: readonly { id: number }[] },
) {
  if (ad === null || ad === String(present.id)) return null
  const { id, title, plate } = await readVehicle(context, ad)
  if (vehicles.some((vehicle) => vehicle.id === id)) return { id, title, plate, in_the_way: null }
  const times = { start_date, start_time, end_date, end_time }
  const { in_the_way } = await apiOf(context).company.calendar.conflicts({ id, ...times })
  return { id, title, plate, in_the_way }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const placing = { at: { VEHICLE_TAKEN: { ad: ['vehicle_taken'] }, CHANGED_MEANWHILE: { '': ['moved_meanwhile'] } } }
  return answerForm(
    { context, request },
    VehicleMove,
    async (wanted) => {
      await apiOf(context).company.reservations.moveToVehicle({ id, ...wanted })
      const said = textFor(context.get(siteContext).language, 'desk')('move.done')
      return { to: `/desk/reservations/${id}`, said }
    },
    placing,
  )
}

type Loaded = Route.ComponentProps['loaderData']

/**
 * Solves a conflict, a breakdown or a late return: another vehicle of the same kind, with everything else as booked.
 */
export default function OtherVehicle({ loaderData: { one, vehicles, wanted }, actionData }: Route.ComponentProps) {
  const t = useText('desk')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const { fullname, plate, ad, status, start_date, start_time, end_date, end_time, days } = one
  const back = pathIn(language, `/desk/reservations/${one.id}`)
  return (
    <>
      <ReservationHead reservation={one} crumb={t('move.link')} title={t('move.title', { name: fullname })} />
      <div className="card stack">
        <p className="row row-s">
          {t('move.now')}: <b>{ad.title}</b> <Plate text={plate} />
        </p>
        <Trip start={{ date: start_date, time: start_time }} end={{ date: end_date, time: end_time }} days={days} />
        {one.movable && wanted?.in_the_way && <Refused wanted={wanted} inTheWay={wanted.in_the_way} />}
        {one.movable && <Vehicles one={one} vehicles={vehicles} wanted={wanted} reply={actionData?.form} />}
        {!one.movable && (
          <Note kind="warn" role="alert">
            {t('act.gone', { status: voucher(`status.${status}`) })}
          </Note>
        )}
        <div>
          <a href={back}>{t('act.back')}</a>
        </div>
      </div>
    </>
  )
}

/** Why the vehicle in the calendar cannot have the reservation. */
function Refused({ wanted, inTheWay }: { wanted: NonNullable<Loaded['wanted']>; inTheWay: readonly CalendarStay[] }) {
  const t = useText('desk')
  const calendar = useText('calendar')
  const { title, plate } = wanted
  return (
    <Note kind="warn" role="alert">
      <div className="stack stack-2">
        <b>
          {title} <Plate text={plate} />
        </b>
        <p>{inTheWay.length > 0 ? calendar('taken.title') : t('move.unlike')}</p>
        {inTheWay.length > 0 && <InTheWay stays={inTheWay} />}
      </div>
    </Note>
  )
}

function Vehicles({
  one,
  vehicles,
  wanted,
  reply,
}: Pick<Loaded, 'one' | 'vehicles' | 'wanted'> & { reply?: FormReply }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const first = wanted && !wanted.in_the_way ? wanted : vehicles[0]
  const form = useReply('move', { reply, initial: { ad: String(first?.id ?? '') } })
  const summary = <ErrorSummary id="move-errors" entries={form.summary({ ad: t('move.choose') })} />
  if (vehicles.length === 0) {
    return (
      <>
        {summary}
        <EmptyState title={t('move.none')} text={t('move.noneText')}>
          <a className="btn" href={pathIn(language, '/desk/calendar')}>
            {t('move.calendar')}
          </a>
        </EmptyState>
      </>
    )
  }
  return (
    <PostForm {...form.props} className="stack">
      {summary}
      <input type="hidden" name="former" value={one.ad.id} />
      <VehicleOptions form={form} vehicles={vehicles} />
      <p>{t('move.text')}</p>
      <div>
        <SubmitButton>{t('move.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}
