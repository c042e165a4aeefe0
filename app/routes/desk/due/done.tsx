import { formatDate } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { fleetMeta, readVehicle } from '#app/routes/desk/fleet/own-vehicle.server.ts'
import { VehicleHead } from '#app/routes/desk/fleet/vehicle-head.tsx'
import { isPaper } from '#app/rules/fleet/due.ts'
import { amountToType } from '#app/rules/money/typed-amount.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/done'
import { costOf, DoneForm } from './typed-cost.server.ts'

export const handle: PageHandle = { areas: ['due', 'fleet'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  const t = textFor(context.get(siteContext).language, 'due')
  const { open, done, odometer } = await apiOf(context).company.fleet.due.ofVehicle({ id: vehicle.id })
  const due = open.find(({ id }) => String(id) === params.due)
  if (!due) {
    if (done.some(({ id }) => String(id) === params.due))
      throw goOn(context, `/desk/fleet/${vehicle.id}/due`, t('done.gone'))
    throw notFound()
  }
  const title = t('done.title', { what: t(`kind.${due.kind}`) })
  return { meta: fleetMeta(context, title), vehicle, due, odometer, today: dateIn(vehicle.city.zone, new Date()) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency } = await readVehicle(context, params.id)
  const t = textFor(context.get(siteContext).language, 'due')
  const placing = { at: { CHANGED_MEANWHILE: { '': ['changed_meanwhile'] } } }
  return answerForm(
    { context, request },
    DoneForm,
    async ({ cost: _, ...typed }, form) => {
      const cost = costOf(form.value, currency)
      if (cost.wrong) return form.refuse({ cost: [cost.wrong] })
      await apiOf(context).company.fleet.due.complete({ id, due: Number(params.due), ...typed, cost: cost.cost })
      return { to: `/desk/fleet/${id}/due`, said: t('done.saved') }
    },
    placing,
  )
}

/** Says that a paper was renewed or a work was done, with its cost and when it is due again. */
export default function Done({ loaderData: { vehicle, due, odometer, today }, actionData }: Route.ComponentProps) {
  const t = useText('due')
  const fleet = useText('fleet')
  const { language } = useLanguage()
  const isOfPaper = isPaper(due.kind)
  const form = useReply('done', {
    reply: actionData?.form,
    initial: {
      done_on: formatDate(today, language, 'numeric'),
      done_km: odometer === null ? '' : String(odometer),
      cost: due.cost === null ? '' : amountToType(due.cost, due.currency),
    },
  })
  const labels = {
    done_on: t('done.on'),
    done_km: t('done.km'),
    cost: `${t('cost')} (${unitOf(due.currency, language)})`,
    next_on: t(isOfPaper ? 'done.paperOn' : 'done.nextOn'),
    next_km: t('done.nextKm'),
  }
  return (
    <>
      <VehicleHead vehicle={vehicle} page={t('done.title', { what: t(`kind.${due.kind}`) })} />
      <DecisionForm
        form={form}
        labels={labels}
        text={t('done.text')}
        choices={[{ label: t('done.submit') }]}
        back={{ path: `/desk/fleet/${vehicle.id}/due`, label: fleet('back') }}
      >
        <div className="fields">
          <TextField {...form.field('done_on')} label={labels.done_on} maxLength={20} required />
          <TextField {...form.field('done_km')} label={labels.done_km} inputMode="numeric" maxLength={12} optional />
          <TextField {...form.field('cost')} label={labels.cost} inputMode="decimal" maxLength={30} optional />
          <TextField
            {...form.field('next_on')}
            label={labels.next_on}
            maxLength={20}
            {...(isOfPaper ? { required: true } : { optional: true })}
          />
          {!isOfPaper && (
            <TextField {...form.field('next_km')} label={labels.next_km} inputMode="numeric" maxLength={12} optional />
          )}
        </div>
      </DecisionForm>
    </>
  )
}
