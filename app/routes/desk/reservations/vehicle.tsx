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
import type { Route } from './+types/vehicle'
import { deskReservation } from './own.server.ts'
import { ReservationHead } from './reservation-head.tsx'

export const handle: PageHandle = { areas: ['voucher', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  const one = await deskReservation(context, params.id)
  const { results } = await apiOf(context).company.reservations.otherVehicles({ id: one.id })
  const meta = { title: t('move.title', { name: one.fullname }) }
  return orGone({ meta, one, vehicles: results }, one.movable)
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
export default function OtherVehicle({ loaderData: { one, vehicles }, actionData }: Route.ComponentProps) {
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
        {one.movable && <Vehicles one={one} vehicles={vehicles} reply={actionData?.form} />}
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

function Vehicles({ one, vehicles, reply }: Pick<Loaded, 'one' | 'vehicles'> & { reply?: FormReply }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const form = useReply('move', { reply, initial: { ad: String(vehicles[0]?.id ?? '') } })
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
