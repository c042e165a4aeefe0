import { VehicleMove } from '#app/contract/company/reservations/reservations.ts'
import { Reason } from '#app/contract/operator/people.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { VehicleOptions } from '#app/features/desk/vehicle-options.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import type { FormReply } from '#app/ui/form/form.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ReasonForm } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/move'
import { Gone } from './gone.tsx'
import { managedReservation, wordsOf } from './managed.server.ts'

export const handle: PageHandle = { areas: ['managed', 'voucher', 'desk'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, number, status, ad, plate, actions } = await managedReservation(context, params)
  const isPossible = actions.includes('move')
  const vehicles = isPossible ? (await apiOf(context).company.reservations.otherVehicles({ id })).results : []
  const words = wordsOf(context, { number })
  const title = words.t('act.move.title', { number: words.number })
  return orGone({ meta: { title }, title, id, status, ad, plate, vehicles, isPossible }, isPossible)
}

const Move = VehicleMove.extend({ reason: Reason })

export function action({ context, params, request }: Route.ActionArgs) {
  const placing = { at: { VEHICLE_TAKEN: { ad: ['vehicle_taken'] }, CHANGED_MEANWHILE: { '': ['moved_meanwhile'] } } }
  return answerForm(
    { context, request },
    Move,
    async (wanted) => {
      const id = publicIdOf(params)
      await apiOf(context).company.reservations.moveToVehicle({ id, ...wanted })
      return { to: `/operator/reservations/${id}`, said: wordsOf(context, { number: '' }).t('act.move.done') }
    },
    placing,
  )
}

type Loaded = Route.ComponentProps['loaderData']

export default function MovePage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, id, status, ad, plate, vehicles, isPossible } = loaderData
  const t = useText('managed')
  const operator = useText('operator')
  const { language } = useLanguage()
  const back = `/operator/reservations/${id}`
  return (
    <>
      <DeskHead
        title={title}
        text={
          <span className="row row-s">
            {t('act.move.now')}: <b>{ad.title}</b> <Plate text={plate} />
          </span>
        }
      />
      {!isPossible && <Gone status={status} back={back} />}
      {isPossible && vehicles.length === 0 && (
        <EmptyState title={t('act.move.none')}>
          <a className="btn" href={pathIn(language, back)}>
            {operator('back')}
          </a>
        </EmptyState>
      )}
      {isPossible && vehicles.length > 0 && <MoveForm {...loaderData} reply={actionData?.form} back={back} />}
    </>
  )
}

function MoveForm({ ad, vehicles, reply, back }: Loaded & { reply?: FormReply | undefined; back: string }) {
  const t = useText('managed')
  const desk = useText('desk')
  return (
    <ReasonForm
      id="move"
      reply={reply}
      initial={{ ad: String(vehicles[0]?.id ?? '') }}
      labels={{ ad: desk('move.choose') }}
      text={t('act.move.text')}
      choices={[{ label: t('act.move.do') }]}
      back={back}
    >
      {(form) => (
        <>
          <input type="hidden" name="former" value={ad.id} />
          <VehicleOptions form={form} vehicles={vehicles} />
        </>
      )}
    </ReasonForm>
  )
}
