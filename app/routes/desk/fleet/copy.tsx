import { z } from 'zod'
import { requiredLines } from '#app/contract/shapes/text.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { fieldErrorsOf, isCallError } from '#app/web/page/call-errors.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/copy'
import { fleetMeta, fleetText, readVehicle } from './own-vehicle.server.ts'
import { VehicleHead } from './vehicle-head.tsx'

export const handle: PageHandle = { areas: ['fleet', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  return { meta: fleetMeta(context, fleetText(context)('copy.title')), vehicle }
}

const Wanted = z.object({ plates: requiredLines(1000) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const t = fleetText(context)
  const { id } = await readVehicle(context, params.id)
  return answerForm({ context, request }, Wanted, async (wanted, form) => {
    const lines = wanted.plates.split(/\n/).map((line) => line.trim())
    const plates = lines.filter(Boolean)
    try {
      const { vehicles } = await apiOf(context).company.fleet.copy({ id, plates })
      return { to: `/desk/fleet/${vehicles[0]?.id ?? id}`, said: t('copy.done', { n: vehicles.length }) }
    } catch (error) {
      if (!isCallError(error, 'INVALID_FIELDS')) throw error
      return form.refuse({ plates: wrongPlates(fieldErrorsOf(error), plates, t) })
    }
  })
}

/** Several plates may be wrong for different reasons, so each message names its plate. */
function wrongPlates(
  fieldErrors: Record<string, FieldError[]>,
  plates: readonly string[],
  t: ReturnType<typeof fleetText>,
): FieldError[] {
  const wrong = Object.keys(fieldErrors).flatMap((name) => plates[Number(/^plates\.(\d+)$/.exec(name)?.[1])] ?? [])
  if (wrong.length === 0) return fieldErrors.plates ?? [{ key: 'invalid' }]
  return [
    { key: 'plates_refused', values: { plates: wrong.map((plate) => `\u2068${plate}\u2069`).join(t('copy.comma')) } },
  ]
}

/** Adds vehicles of the same kind: one plate on each line. */
export default function Copy({ loaderData: { vehicle }, actionData }: Route.ComponentProps) {
  const t = useText('fleet')
  const form = useReply('copy', { reply: actionData?.form })
  return (
    <>
      <VehicleHead vehicle={vehicle} page={t('copy.title')} />
      <DecisionForm
        form={form}
        labels={{ plates: t('copy.plates') }}
        text={t('copy.text', { title: vehicle.title })}
        choices={[{ label: t('copy.submit') }]}
        back={{ path: `/desk/fleet/${vehicle.id}`, label: t('back'), isPlain: true }}
      >
        <TextArea
          {...form.field('plates')}
          label={t('copy.plates')}
          hint={t('copy.platesHint')}
          rows={4}
          maxLength={1000}
          required
        />
      </DecisionForm>
    </>
  )
}
