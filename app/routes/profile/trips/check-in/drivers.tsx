import { FurtherDriverFields } from '#app/contract/reservations/further-drivers.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { DRIVER_TAGS, DriverFields, useDriverLabels } from '#app/features/check-in/further-drivers.tsx'
import { StateTag } from '#app/features/check-in/parts.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/drivers'
import { ownCheckIn } from './own-check-in.server.ts'

export const handle: PageHandle = {
  areas: ['checkin', 'trips', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

const CLOSED = { at: { STATUS_CONFLICT: { '': ['check_in_closed'] } } }

export function loader({ context, params }: Route.LoaderArgs) {
  return ownCheckIn(context, params.id, 'part.DRIVERS')
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await ownTrip(context, params.id)
  const calls = apiOf(context).reservations.drivers
  const t = textFor(context.get(siteContext).language, 'checkin')
  const fields = await request.formData()
  const here = `/profile/reservation/${id}/check-in/drivers`
  const removed = fields.get('remove')
  if (removed !== null) {
    const driver = PublicId.safeParse(removed)
    if (!driver.success) throw notFound()
    return answerForm(
      { context, request: fields },
      NoFields,
      async () => {
        const { drivers } = await apiOf(context).reservations.checkIn.read({ id })
        await calls.remove({ id, driver: driver.data })
        const name = drivers.find((one) => one.id === driver.data)?.fullname ?? ''
        return { to: here, said: t('drivers.removed', { name }) }
      },
      CLOSED,
    )
  }
  return answerForm(
    { context, request: fields },
    FurtherDriverFields,
    async (typed) => {
      const { driver } = await calls.add({ id, ...typed })
      return { to: `${here}/${driver}`, said: t('drivers.added', { name: typed.fullname }) }
    },
    CLOSED,
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** Who drives beside the main driver, as far as the booked extra goes. */
export default function DriversPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { trip, checkIn } = loaderData
  const { drivers, drivers_room, is_open } = checkIn
  return (
    <TripSubpage trip={trip} title={t('part.DRIVERS')}>
      <div className="stack max-w-2xl">
        <p>{t('drivers.lead', { company: trip.company })}</p>
        {!is_open && <Note kind="info">{t('closed')}</Note>}
        <Named loaded={loaderData} />
        {is_open && drivers_room > 0 && <AddForm reply={actionData?.form} />}
        {is_open && drivers_room === 0 && (
          <Note>
            {t(drivers.length > 0 ? 'drivers.full' : 'drivers.notBooked')}{' '}
            {drivers.length === 0 && (
              <a href={pathIn(language, `/profile/reservation/${trip.id}/change`)}>{t('drivers.change')}</a>
            )}
          </Note>
        )}
        {is_open && <p className="sm soft">{t('drivers.contract')}</p>}
        <div>
          <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
            {t('back')}
          </a>
        </div>
      </div>
    </TripSubpage>
  )
}

function Named({ loaded: { trip, checkIn } }: { loaded: Loaded }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { drivers, is_open } = checkIn
  return (
    <section className="card stack" aria-labelledby="named-title">
      <h2 id="named-title">{t('drivers.list')}</h2>
      {drivers.length === 0 && <p className="soft">{t('drivers.none')}</p>}
      <ul className="stack">
        {drivers.map((driver) => (
          <li key={driver.id} className="stack stack-1">
            <div className="row between">
              <b>
                <bdi>{driver.fullname}</bdi>
              </b>{' '}
              <StateTag state={DRIVER_TAGS[driver.state]} />
            </div>
            <p className="sm soft">{t('drivers.until', { day: formatDate(driver.valid_until, language, 'long') })}</p>
            {driver.reason && (
              <Note kind="warn">
                <b>{t('drivers.again', { company: trip.company })}</b> <bdi>{driver.reason}</bdi>
              </Note>
            )}
            {is_open && (
              <div className="row">
                {driver.state !== 'CONFIRMED' && (
                  <a
                    className="btn"
                    href={pathIn(language, `/profile/reservation/${trip.id}/check-in/drivers/${driver.id}`)}
                  >
                    {t('drivers.picturesLink')} <span className="vh">{driver.fullname}</span>
                  </a>
                )}
                <RemoveForm driver={driver} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveForm({ driver }: { driver: Loaded['checkIn']['drivers'][number] }) {
  const t = useText('checkin')
  const form = useReply(`remove-${driver.id}`)
  return (
    <PostForm {...form.props}>
      <input type="hidden" name="remove" value={driver.id} />
      <SubmitButton className="btn">{t('drivers.remove', { name: driver.fullname })}</SubmitButton>
    </PostForm>
  )
}

function AddForm({ reply }: { reply: FormReply | undefined }) {
  const t = useText('checkin')
  const form = useReply('driver', { reply })
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="add-title">
      <h2 id="add-title">{t('drivers.add')}</h2>
      <ErrorSummary id="driver-errors" entries={form.summary(useDriverLabels())} />
      <DriverFields form={form} />
      <div>
        <SubmitButton>{t('drivers.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}
