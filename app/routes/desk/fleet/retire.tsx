import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/retire'
import { fleetMeta, fleetText, readVehicle } from './own-vehicle.server.ts'
import { VehicleHead } from './vehicle-head.tsx'

export const handle: PageHandle = { areas: ['fleet', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  return { meta: fleetMeta(context, fleetText(context)('retire.title')), vehicle }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await readVehicle(context, params.id)
  return answerForm({ context, request }, NoFields, async () => {
    await apiOf(context).company.fleet.retire({ id })
    return { to: '/desk/fleet', said: fleetText(context)('retire.done') }
  })
}

/**
 * Takes a vehicle out of the fleet for good; if it has upcoming reservations, lists them and says what to do instead.
 */
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
        <DecisionForm
          form={form}
          text={t('retire.text', { title })}
          choices={[{ label: t('retire.submit'), isBad: true }]}
          back={{ path: `/desk/fleet/${id}`, label: t('back'), isPlain: true }}
        />
      </div>
    </>
  )
}
