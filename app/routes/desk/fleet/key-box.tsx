import { VehicleKeyBox } from '#app/contract/company/reservations/key-box.ts'
import { KeyCodeField, KeyPlaceField } from '#app/features/check-in/key-box-fields.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/key-box'
import { fleetMeta, readVehicle } from './own-vehicle.server.ts'
import { VehicleHead } from './vehicle-head.tsx'

export const handle: PageHandle = { areas: ['keybox', 'fleet', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  const { box } = await apiOf(context).company.fleet.keyBox.read({ id: vehicle.id })
  const title = textFor(context.get(siteContext).language, 'keybox')('desk.card')
  return { meta: fleetMeta(context, `${title}: ${vehicle.title}`), vehicle, box }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await readVehicle(context, params.id)
  const { keyBox } = apiOf(context).company.fleet
  const t = textFor(context.get(siteContext).language, 'keybox')
  const fields = await request.formData()
  const to = `/desk/fleet/${id}`
  if (fields.get('intent') === 'remove') {
    await keyBox.remove({ id })
    return goOn(context, to, t('vehicle.removed'))
  }
  return answerForm({ context, request: fields }, VehicleKeyBox, async (box) => {
    await keyBox.save({ id, ...box })
    return { to, said: t('vehicle.saved') }
  })
}

/** Where the key of a vehicle always lies and what opens its box: proposed for each of its reservations. */
export default function VehicleKeyBoxPage({ loaderData: { vehicle, box }, actionData }: Route.ComponentProps) {
  const t = useText('keybox')
  return (
    <>
      <VehicleHead vehicle={vehicle} part="keyBox" />
      <div className="stack">
        <BoxForm vehicle={vehicle} box={box} reply={actionData?.form} />
        {box && (
          <PostForm className="card stack stack-2" aria-label={t('vehicle.remove')}>
            <p className="sm soft">{t('vehicle.removeText')}</p>
            <div>
              <SubmitButton name="intent" value="remove" className="btn btn-s">
                {t('vehicle.remove')}
              </SubmitButton>
            </div>
          </PostForm>
        )}
      </div>
    </>
  )
}

type Loaded = Pick<Route.ComponentProps['loaderData'], 'vehicle' | 'box'>

function BoxForm({ vehicle, box, reply }: Loaded & { reply: FormReply | undefined }) {
  const t = useText('keybox')
  const { language } = useLanguage()
  const form = useReply('box', { reply, initial: { place: box?.place, code: box?.code } })
  const labels = { place: t('desk.place'), code: t('desk.code') }
  return (
    <DecisionForm
      form={form}
      labels={labels}
      text={t('vehicle.text')}
      name="intent"
      choices={[{ label: t('vehicle.save'), value: 'save' }]}
      back={{ path: `/desk/fleet/${vehicle.id}`, label: t('vehicle.back') }}
    >
      {!box && <p>{t('vehicle.none')}</p>}
      <KeyPlaceField form={form} />
      <KeyCodeField form={form} hint={t('vehicle.codeHint')} />
      {box && (
        <p className="sm soft">
          {box.by && <bdi>{t('desk.by', { name: box.by })} </bdi>}
          {formatInstant(new Date(box.saved_at), vehicle.city.zone, language, 'weekday')}. {t('desk.logged')}
        </p>
      )}
    </DecisionForm>
  )
}
