import { ALL_UNITS, AllUnits } from '#app/features/desk/all-units.tsx'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { amountToType } from '#app/rules/money/typed-amount.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/vehicle'
import { fleetMeta, readVehicle } from './own-vehicle.server.ts'
import { AMOUNT_FIELDS, FACT_FIELDS, fieldOfError, PRICE_FIELDS } from './vehicle-fields.ts'
import { readFacts } from './vehicle-form.server.ts'
import { VehicleFields } from './vehicle-form.tsx'
import { VehicleHead } from './vehicle-head.tsx'
import { VehicleState } from './vehicle-state.tsx'

export const handle: PageHandle = { areas: ['fleet', 'vehicle', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const [vehicle, choices] = await Promise.all([
    readVehicle(context, params.id),
    apiOf(context).company.fleet.choices({}),
  ])
  return { meta: fleetMeta(context, vehicle.title), vehicle, choices }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  const { id, currency } = await readVehicle(context, params.id)
  const fields = await request.formData()
  const read = await readFacts(context, fields, currency)
  if (!read.ok) return read.reply
  const save = async () => {
    await apiOf(context).company.fleet.change({ id, ...read.facts, all_units: read.all_units })
    return { to: `/desk/fleet/${id}`, said: t('fleet.saved') }
  }
  return answerRead(context, read.form, save, { rename: fieldOfError })
}

type Loaded = Route.ComponentProps['loaderData']

export default function VehiclePage({ loaderData: { vehicle, choices }, actionData }: Route.ComponentProps) {
  return (
    <>
      <VehicleHead vehicle={vehicle} part="facts" />
      <div className="duo">
        <div className="stack">
          <Alike vehicle={vehicle} />
          <FactsForm vehicle={vehicle} choices={choices} reply={actionData?.form} />
          <Prices vehicle={vehicle} />
        </div>
        <VehicleState vehicle={vehicle} />
      </div>
    </>
  )
}

/** Vehicles of the same kind with their plates, and a link to add more. */
function Alike({ vehicle: { id, alike, city } }: Pick<Loaded, 'vehicle'>) {
  const t = useText('fleet')
  const desk = useText('desk')
  const { language } = useLanguage()
  return (
    <Card id="alike" title={t('alike.title', { n: alike.length })} className="stack stack-2">
      {alike.length > 1 && (
        <ul className="stack stack-1">
          {alike.map((one) => (
            <li key={one.id} className="row">
              <a href={pathIn(language, `/desk/fleet/${one.id}`)} aria-current={one.id === id ? 'page' : undefined}>
                {one.plate ? <Plate text={one.plate} /> : t('alike.noPlate', { id: one.id })}
              </a>
              {one.state !== 'OFFERED' && <Tag kind="warn">{desk(`fleet.state.${one.state}`)}</Tag>}
              {one.is_out && <Tag kind="info">{desk('lists.out')}</Tag>}
              {one.next && (
                <a className="sm" href={pathIn(language, `/desk/reservations/${one.next.id}`)}>
                  {t('alike.next', {
                    name: one.next.fullname,
                    when: formatInstant(new Date(one.next.start_at), city.zone, language, 'weekday'),
                  })}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="sm soft">{t('alike.text')}</p>
      <div>
        <a className="btn btn-s" href={pathIn(language, `/desk/fleet/${id}/copy`)}>
          {t('copy.title')}
        </a>
      </div>
    </Card>
  )
}

function FactsForm({ vehicle, choices, reply }: Pick<Loaded, 'vehicle' | 'choices'> & { reply?: FormReply }) {
  const desk = useText('desk')
  const { currency } = vehicle
  const form = useReply('vehicle', { reply, initial: { ...ALL_UNITS, ...initialOf(vehicle) } })
  return (
    <PostForm {...form.props} className="stack" aria-label={desk('fleet.save')}>
      <VehicleFields form={form} choices={choices} currency={currency} derivedAcriss={vehicle.derived_acriss} />
      <AllUnits form={form} units={inFleet(vehicle.alike)} />
      <div className="row">
        <SubmitButton>{desk('fleet.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}

/** The current day prices; they can only be changed on the page of prices. */
function Prices({ vehicle }: Pick<Loaded, 'vehicle'>) {
  const t = useText('fleet')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { id, currency } = vehicle
  const facts = PRICE_FIELDS.map((tier) => ({
    key: tier,
    label: desk(`fleet.${tier}`),
    value: <Money amount={vehicle[tier]} currency={currency} />,
  }))
  return (
    <Card id="prices" title={desk('fleet.prices', { unit: unitOf(currency, language) })} className="stack stack-2">
      <Facts facts={facts} />
      <div>
        <a className="btn" href={pathIn(language, `/desk/fleet/${id}/prices`)}>
          {t('changePrices')}
        </a>
      </div>
    </Card>
  )
}

/** The vehicles that are still in the fleet. */
const inFleet = (alike: Loaded['vehicle']['alike']) => alike.filter(({ state }) => state !== 'RETIRED').length

function initialOf(vehicle: Loaded['vehicle']): Record<string, string | undefined> {
  const { model, trim, type, city, about, properties } = vehicle
  const { colour: _colour, ...values } = vehicle
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
  return {
    ...Object.fromEntries(FACT_FIELDS.map((name) => [name, text(values[name as keyof typeof values])])),
    colour: vehicle.colour,
    ...Object.fromEntries(AMOUNT_FIELDS.map((name) => [name, wholeOf(vehicle[name], vehicle)])),
    make: trim ? `${model.id}.${trim.id}` : String(model.id),
    type: String(type.id),
    city: String(city.id),
    properties: properties.join(' '),
    ...Object.fromEntries(LANGUAGES.map((one) => [`about_${one}`, about[one] ?? ''])),
  }
}

/** An amount in whole units, as people type it. */
function wholeOf(amount: number | null, { currency }: Pick<Loaded['vehicle'], 'currency'>): string {
  return amount === null ? '' : amountToType(amount, currency)
}
