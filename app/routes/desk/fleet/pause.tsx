import { z } from 'zod'
import { useText } from '#app/i18n/text/text.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/pause'
import { fleetMeta, fleetText, readVehicle } from './own-vehicle.server.ts'
import { VehicleHead } from './vehicle-head.tsx'

export const handle: PageHandle = { areas: ['fleet', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  const isOn = vehicle.state === 'OFFERED' || vehicle.state === 'AWAITING_LOOK'
  const action = isOn ? 'pause' : 'resume'
  return { meta: fleetMeta(context, fleetText(context)(`${action}.title`)), vehicle, action } as const
}

const Wanted = z.object({ action: z.enum(['pause', 'resume'], { error: 'required' }) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await readVehicle(context, params.id)
  return answerForm({ context, request }, Wanted, async ({ action }) => {
    const { state } = await apiOf(context).company.fleet[action]({ id })
    const said = state === 'AWAITING_LOOK' ? 'awaitsLook' : (`${action}.done` as const)
    return { to: `/desk/fleet/${id}`, said: fleetText(context)(said) }
  })
}

/** Takes a listing out of the search for a while, or puts it back. */
export default function Pause({ loaderData: { vehicle, action }, actionData }: Route.ComponentProps) {
  const t = useText('fleet')
  const form = useReply('pause', { reply: actionData?.form })
  return (
    <>
      <VehicleHead vehicle={vehicle} page={t(`${action}.title`)} />
      <DecisionForm
        form={form}
        text={t(`${action}.text`, { title: vehicle.title })}
        name="action"
        choices={[{ value: action, label: t(`${action}.submit`) }]}
        back={{ path: `/desk/fleet/${vehicle.id}`, label: t('back'), isPlain: true }}
      />
    </>
  )
}
