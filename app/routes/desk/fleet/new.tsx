import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/new'
import { fleetMeta, fleetText } from './own-vehicle.server.ts'
import { fieldOfError } from './vehicle-fields.ts'
import { readNewVehicle } from './vehicle-form.server.ts'
import { PriceFields, VehicleFields } from './vehicle-form.tsx'

export const handle: PageHandle = { areas: ['fleet', 'vehicle', 'errors'], noJs: true }

export async function loader({ context }: Route.LoaderArgs) {
  const choices = await apiOf(context).company.fleet.choices({})
  return { meta: fleetMeta(context, fleetText(context)('new.title')), choices }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { company } = apiOf(context)
  const { currency } = await company.fleet.choices({})
  const read = await readNewVehicle(context, await request.formData(), currency)
  if (!read.ok) return read.reply
  const create = async () => {
    const { id } = await company.fleet.create(read.vehicle)
    return { to: `/desk/fleet/${id}/photos`, said: fleetText(context)('new.done') }
  }
  return answerRead(context, read.form, create, { rename: fieldOfError })
}

export default function NewVehicle({ loaderData: { choices }, actionData }: Route.ComponentProps) {
  const t = useText('fleet')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { currency } = choices
  const form = useReply('vehicle', {
    reply: actionData?.form,
    initial: {
      fuel_rule: 'FULL_TO_FULL',
      ...{ min_driver_age: '21', min_licence_years: '1', load_capacity: '2', seats: '5' },
      ...(choices.cities.length === 1 && { city: String(choices.cities[0]?.id) }),
    },
  })
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') }, { label: t('new.title') }]}
      />
      <DeskHead title={t('new.title')} text={t('new.hint')} />
      <PostForm {...form.props} className="stack">
        <VehicleFields form={form} choices={choices} currency={currency} />
        <div className="card stack">
          <PriceFields form={form} currency={currency} needed={['p1']} />
          <p className="hint">{t('hint.prices')}</p>
          <Checkbox id="vehicle-later" name="later" checked={form.isChosen('later')}>
            {t('new.later')}
          </Checkbox>
        </div>
        <div>
          <SubmitButton className="btn btn-go btn-lg">{t('new.submit')}</SubmitButton>
        </div>
      </PostForm>
    </>
  )
}
