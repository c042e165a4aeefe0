import { z } from 'zod'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/retire'
import { fleetMeta, fleetText, readVehicle } from './own-vehicle.server.ts'
import { VehicleHead } from './vehicle-head.tsx'

export const handle: PageHandle = { areas: ['fleet', 'errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  return { meta: fleetMeta(context, fleetText(context)('retire.title')), vehicle }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await readVehicle(context, params.id)
  const form = await parseForm(request, z.object({}), formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).fleet.retire({ id })
    return goOn(context, '/desk/fleet', fleetText(context)('retire.done'))
  } catch (error) {
    return refused(error, form)
  }
}

/** Takes a vehicle out of the fleet for good; with reservations to come, says which they are and what to do instead. */
export default function Retire({ loaderData: { vehicle }, actionData }: Route.ComponentProps) {
  const t = useText('fleet')
  const desk = useText('desk')
  const { language } = useLanguage()
  const form = useReply('retire', { reply: actionData?.form })
  const { id, title, coming } = vehicle
  const at = (instant: string) => formatInstant(new Date(instant), vehicle.city.zone, language, 'weekday')
  const own = pathIn(language, `/desk/fleet/${id}`)
  return (
    <>
      <VehicleHead vehicle={vehicle} page={t('retire.title')} />
      <div className="stack">
        {coming.count > 0 && (
          <Note kind="warn">
            <p>{t('retire.booked', { n: coming.count })}</p>
            <ul>
              {coming.reservations.map(({ id: reservation, number, fullname, start_at }) => (
                <li key={reservation}>
                  <a href={pathIn(language, `/desk/reservations/${reservation}`)}>{localDigits(number, language)}</a>{' '}
                  <bdi>{fullname}</bdi>, {at(start_at)}{' '}
                  <a href={pathIn(language, `/desk/reservations/${reservation}/vehicle`)}>
                    {desk('move.nextLink', { name: fullname })}
                  </a>
                </li>
              ))}
            </ul>
            <p>
              <a href={`${own}/pause`}>{t('retire.instead')}</a>
            </p>
          </Note>
        )}
        <PostForm {...form.props} className="card stack">
          <ErrorSummary id="retire-errors" entries={form.summary({})} />
          <p>{t('retire.text', { title })}</p>
          <div className="row">
            <SubmitButton className="btn btn-bad">{t('retire.submit')}</SubmitButton>
            <a href={own}>{t('back')}</a>
          </div>
        </PostForm>
      </div>
    </>
  )
}
