import { SavedKeyBox } from '#app/contract/company/reservations/key-box.ts'
import { KeyCodeField, KeyPlaceField } from '#app/features/check-in/key-box-fields.tsx'
import { KeyConditions, useKeyBoxState } from '#app/features/check-in/key-conditions.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { VEHICLE_BOXES } from '#app/rules/reservation/check-in/key-box.ts'
import { Card } from '#app/ui/card.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { deskReservation } from '../own.server.ts'
import { ReservationHead } from '../reservation-head.tsx'
import type { Route } from './+types/key-box'

export const handle: PageHandle = { areas: ['keybox', 'errors'], noJs: true }

const GONE = { at: { STATUS_CONFLICT: { '': ['key_box_gone'] } } }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, number, fullname, city, start_date, start_time } = await deskReservation(context, params.id)
  const keyBox = await apiOf(context).company.reservations.keyBox.read({ id })
  const title = textFor(context.get(siteContext).language, 'keybox')('desk.title', { name: fullname })
  return { meta: { title }, one: { id, number, fullname, zone: city.zone, start_date, start_time }, keyBox }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const { keyBox } = apiOf(context).company.reservations
  const t = textFor(context.get(siteContext).language, 'keybox')
  const fields = await request.formData()
  const to = `/desk/reservations/${id}`
  if (fields.get('intent') === 'remove')
    return answerForm(
      { context, request: fields },
      NoFields,
      async () => {
        await keyBox.remove({ id })
        return { to, said: t('desk.removed') }
      },
      GONE,
    )
  return answerForm(
    { context, request: fields },
    SavedKeyBox,
    async (box) => {
      await keyBox.save({ id, ...box })
      return { to, said: t('desk.saved') }
    },
    GONE,
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** Where the key of a reservation's vehicle lies and what opens the box, for a customer who does not come to the counter. */
export default function DeskKeyBoxPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('keybox')
  const { one, keyBox } = loaderData
  const reply = actionData?.form
  const isRemoval = reply?.initialValue?.intent === 'remove'
  return (
    <>
      <ReservationHead reservation={one} crumb={t('crumb')} title={t('desk.title', { name: one.fullname })} />
      <div className="stack">
        {keyBox.box && <StateCard loaded={loaderData} />}
        <BoxForm loaded={loaderData} reply={isRemoval ? undefined : reply} />
        {keyBox.box && <RemoveForm reply={isRemoval ? reply : undefined} />}
      </div>
    </>
  )
}

function StateCard({ loaded: { one, keyBox } }: { loaded: Loaded }) {
  const t = useText('keybox')
  const { language } = useLanguage()
  const stateOf = useKeyBoxState(one.zone)
  const { box, photos, written } = keyBox
  if (!box) return null
  const at = (instant: string) => formatInstant(new Date(instant), one.zone, language, 'weekday')
  return (
    <Card id="state" title={stateOf(box)} className="stack stack-2">
      <KeyConditions conditions={box.conditions} photos={photos} />
      <p className="sm soft">{t('ends', { when: at(box.ends_at) })}</p>
      {written?.code_changed_at && <p className="sm soft">{t('changed', { when: at(written.code_changed_at) })}</p>}
      <p className="sm soft">
        {box.by && <bdi>{t('desk.by', { name: box.by })} </bdi>}
        {at(box.saved_at)}
      </p>
    </Card>
  )
}

function BoxForm({ loaded, reply }: { loaded: Loaded; reply: FormReply | undefined }) {
  const t = useText('keybox')
  const { language } = useLanguage()
  const { one, keyBox } = loaded
  const { written, of_vehicle } = keyBox
  const proposed = written ?? of_vehicle
  const form = useReply('box', {
    reply,
    initial: {
      place: proposed?.place,
      code: proposed?.code,
      ends: written ? localDigits(written.ends, language) : undefined,
      vehicle_box: 'KEEP',
    },
  })
  const labels = {
    ...{ place: t('desk.place'), code: t('desk.code'), ends: t('desk.ends') },
    vehicle_box: t('desk.ofVehicle'),
  }
  const choices = VEHICLE_BOXES.filter((choice) => of_vehicle || choice !== 'NONE')
  const when = slotIn(language, one.start_date, one.start_time)
  return (
    <DecisionForm
      form={form}
      labels={labels}
      text={t('desk.text')}
      name="intent"
      choices={[{ label: t('desk.save'), value: 'save' }]}
      back={{ path: `/desk/reservations/${one.id}`, label: t('desk.back') }}
    >
      <KeyPlaceField form={form} />
      <div className="fields">
        <KeyCodeField form={form} hint={t('desk.codeHint')} />
        <TextField
          {...form.field('ends')}
          label={labels.ends}
          hint={t('desk.endsHint', { when })}
          maxLength={5}
          required
        />
      </div>
      <SelectField
        {...form.field('vehicle_box')}
        label={labels.vehicle_box}
        hint={t(of_vehicle ? 'desk.ofVehicleHas' : 'desk.ofVehicleHint')}
        options={choices.map((value) => ({ value, label: t(`desk.vehicleBox.${value}`) }))}
      />
      {proposed && <p className="sm soft">{t('desk.logged')}</p>}
    </DecisionForm>
  )
}

function RemoveForm({ reply }: { reply: FormReply | undefined }) {
  const t = useText('keybox')
  const form = useReply('remove', { reply })
  return (
    <PostForm {...form.props} className="card stack stack-2" aria-label={t('desk.remove')}>
      <ErrorSummary id="remove-errors" entries={form.summary({})} />
      <p className="sm soft">{t('desk.removeText')}</p>
      <div>
        <SubmitButton name="intent" value="remove" className="btn btn-s">
          {t('desk.remove')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}
