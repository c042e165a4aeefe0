import { z } from 'zod'
import { VEHICLE_STATES } from '#app/contract/desk/fleet.ts'
import { RowId } from '#app/contract/shapes.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { unitOf } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { WHOLE_UNIT } from '#app/rules/price.ts'
import { typedAmount } from '#app/rules/typed-amount.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/vehicle'

const TIERS = ['p1', 'p3', 'p7', 'p14', 'p30'] as const

export const handle: PageHandle = { areas: ['errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  const vehicle = await ownVehicle(context, params.id)
  return { meta: { title: vehicle.title, description: t('description') }, vehicle }
}

const Written = z.object({
  plate: z.string().trim().max(20, 'max_length').optional(),
  state: z.enum(VEHICLE_STATES, { error: 'required' }),
  ...Object.fromEntries(TIERS.map((tier) => [tier, z.string({ error: 'required' }).max(30, 'max_length')])),
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  const { id, currency } = await ownVehicle(context, params.id)
  const form = await parseForm(request, Written, formPage(context))
  if (!form.ok) return form.reply
  const fieldErrors: Record<string, string[]> = {}
  const prices = TIERS.map((tier) => {
    const amount = typedAmount(String(form.fields.get(tier) ?? ''), currency)
    if ('minor' in amount) return [tier, amount.minor] as const
    fieldErrors[tier] = [amount.fieldError]
    return [tier, undefined] as const
  })
  if (Object.keys(fieldErrors).length > 0) return form.refuse(fieldErrors)
  const { plate, state } = form.value
  try {
    await apiOf(context).desk.changeVehicle({ id, plate: plate ?? '', state, ...Object.fromEntries(prices) })
    return goOn(context, `/desk/fleet/${id}`, t('fleet.saved'))
  } catch (error) {
    return refused(error, form, { at: { BOOKED_VEHICLE: { state: ['booked_vehicle'] } } })
  }
}

export default function VehiclePage({ loaderData: { vehicle }, actionData }: Route.ComponentProps) {
  const t = useText('desk')
  const { language } = useLanguage()
  const { id, title, plate, state, currency } = vehicle
  const whole = (amount: number) => String(amount / WHOLE_UNIT[currency])
  const form = useReply('vehicle', {
    reply: actionData?.form,
    initial: { plate: plate ?? '', state, ...Object.fromEntries(TIERS.map((tier) => [tier, whole(vehicle[tier])])) },
  })
  const labels = Object.fromEntries(TIERS.map((tier) => [tier, t(`fleet.${tier}`)]))
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('fleet.title'), href: pathIn(language, '/desk/fleet') }, { label: title }]} />
      <div className="head row">
        <h1>{title}</h1>
        <Plate text={plate} />
      </div>
      <PostForm {...form.props} className="card stack">
        <ErrorSummary
          id="errors"
          entries={form.summary({ plate: t('one.plate'), state: t('list.status'), ...labels })}
        />
        <div className="fields">
          <TextField {...form.field('plate')} label={t('one.plate')} hint={t('fleet.plateHint')} maxLength={20} />
          <SelectField
            {...form.field('state')}
            label={t('list.status')}
            options={VEHICLE_STATES.map((one) => ({ value: one, label: t(`fleet.state.${one}`) }))}
          />
        </div>
        <fieldset className="stack stack-2">
          <legend>{t('fleet.prices', { unit: unitOf(currency, language) })}</legend>
          <div className="fields">
            {TIERS.map((tier) => (
              <TextField
                key={tier}
                {...form.field(tier)}
                label={t(`fleet.${tier}`)}
                inputMode="decimal"
                maxLength={30}
                required
              />
            ))}
          </div>
        </fieldset>
        <div className="row">
          <SubmitButton>{t('fleet.save')}</SubmitButton>
          <a href={pathIn(language, `/desk/reservations?vehicle=${id}`)}>{t('fleet.bookings')}</a>
          <a href={pathIn(language, `/desk/fleet/${id}/prices`)}>{t('fleet.seasons')}</a>
        </div>
      </PostForm>
    </>
  )
}

async function ownVehicle(context: Route.LoaderArgs['context'], given: string | undefined) {
  const id = RowId.safeParse(given)
  if (!id.success) throw notFound()
  const { results } = await apiOf(context).desk.vehicles({ id: id.data })
  if (!results[0]) throw notFound()
  return results[0]
}
