import { useOutletContext } from 'react-router'
import type { z } from 'zod'
import { VehicleDetails } from '#app/contract/company/fleet/details.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import { TAGS_LENGTH } from '#app/rules/fleet/vehicle-tags.ts'
import { amountToType, typedAmount } from '#app/rules/money/typed-amount.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { DeskFrame } from '../shell/desk-frame.ts'
import { mayPrice } from '../shell/may-price.ts'
import type { Route } from './+types/details'
import { fleetMeta, fleetText, readVehicle } from './own-vehicle.server.ts'
import { VehicleHead } from './vehicle-head.tsx'

export const handle: PageHandle = { areas: ['fleet', 'errors'], noJs: true }

/** Some day, as an example of how days may be typed. */
const EXAMPLE = '2026-12-03'
const AMOUNTS = ['bought_for', 'sold_for'] as const
const Typed = VehicleDetails.extend({ bought_for: optionalText(30), sold_for: optionalText(30) })

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  const { fleet, places } = apiOf(context).company
  const [details, named] = await Promise.all([fleet.details.read({ id: vehicle.id }), places.names({})])
  const meta = fleetMeta(context, `${fleetText(context)('details.title')}: ${vehicle.title}`)
  return { meta, vehicle, details, places: named.places }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency } = await readVehicle(context, params.id)
  return answerForm({ context, request }, Typed, async (typed, form) => {
    const { values, wrong } = amountsOf(typed, currency)
    if (Object.keys(wrong).length > 0) return form.refuse(wrong)
    await apiOf(context).company.fleet.details.save({ ...typed, ...values, id })
    return { to: `/desk/fleet/${id}/details`, said: fleetText(context)('details.saved') }
  })
}

/** Typed amounts in the minor unit, and what is wrong with them: keys of `errors.json`. */
function amountsOf(typed: z.infer<typeof Typed>, currency: CurrencyCode) {
  const values: Partial<Record<(typeof AMOUNTS)[number], number | undefined>> = {}
  const wrong: Record<string, string[]> = {}
  for (const name of AMOUNTS) {
    const text = typed[name]
    const amount = text === undefined ? undefined : typedAmount(text, currency)
    if (amount && 'fieldError' in amount) wrong[name] = [amount.fieldError]
    values[name] = amount && 'minor' in amount ? amount.minor : undefined
  }
  return { values: { bought_for: undefined, sold_for: undefined, ...values }, wrong }
}

type Loaded = Route.ComponentProps['loaderData']

/** What a company notes of one vehicle besides what it offers: chassis number, key, home place, purchase and sale, former plates. */
export default function VehicleDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('fleet')
  const { language } = useLanguage()
  const { vehicle, details } = loaderData
  return (
    <>
      <VehicleHead vehicle={vehicle} part="details" />
      <div className="duo">
        <DetailsForm loaded={loaderData} reply={actionData?.form} />
        <aside className="stack">
          {details.former_plates.length > 0 && (
            <Card id="former" title={t('details.former')} className="stack stack-2">
              <ul className="stack stack-1">
                {details.former_plates.map(({ plate, until }) => (
                  <li key={`${plate} ${until}`} className="row">
                    <Plate text={plate} />{' '}
                    <span className="sm soft">{t('details.until', { day: formatDate(until, language, 'long') })}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </aside>
      </div>
    </>
  )
}

function DetailsForm({ loaded, reply }: { loaded: Loaded; reply: FormReply | undefined }) {
  const t = useText('fleet')
  const desk = useText('desk')
  const { language } = useLanguage()
  const seesMoney = mayPrice(useOutletContext<DeskFrame>())
  const { details, places } = loaded
  const form = useReply('details', { reply, initial: initialOf(details, language) })
  const unit = unitOf(details.currency, language)
  const labels = {
    ...{ vin: t('details.vin'), plate_country: t('details.plate_country'), key_number: t('details.key_number') },
    ...{ home_place: t('details.home_place'), bought_on: t('details.bought_on'), sold_on: t('details.sold_on') },
    tags: t('details.tags'),
    ...{ bought_for: t('details.bought_for', { unit }), sold_for: t('details.sold_for', { unit }) },
  }
  const dayHint = desk('list.dayHint', { example: formatDate(EXAMPLE, language, 'numeric') })
  return (
    <PostForm {...form.props} className="card stack" aria-label={t('details.title')}>
      <p className="soft">{t('details.text')}</p>
      <ErrorSummary id="details-errors" entries={form.summary(labels)} />
      <TextField
        {...form.field('vin')}
        label={labels.vin}
        hint={t('details.vinHint')}
        dir="ltr"
        maxLength={30}
        autoComplete="off"
        optional
      />
      <div className="fields">
        <TextField {...form.field('plate_country')} label={labels.plate_country} maxLength={80} optional />
        <SelectField
          {...form.field('home_place')}
          label={labels.home_place}
          options={[
            { value: '', label: t('details.noPlace') },
            ...places.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      <TextField
        {...form.field('key_number')}
        label={labels.key_number}
        hint={t('details.keyHint')}
        maxLength={60}
        optional
      />
      <TextField
        {...form.field('tags')}
        label={labels.tags}
        hint={t('details.tagsHint')}
        maxLength={TAGS_LENGTH}
        optional
      />
      <div className="grid2">
        <TextField {...form.field('bought_on')} label={labels.bought_on} hint={dayHint} maxLength={20} optional />
        <TextField {...form.field('sold_on')} label={labels.sold_on} hint={dayHint} maxLength={20} optional />
        {seesMoney &&
          AMOUNTS.map((name) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={labels[name]}
              inputMode="decimal"
              maxLength={30}
              optional
            />
          ))}
      </div>
      {!seesMoney && <p className="sm soft">{t('details.money')}</p>}
      <div>
        <SubmitButton>{t('details.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}

function initialOf(details: Loaded['details'], language: Language): Record<string, string | undefined> {
  const { vin, plate_country, key_number, home_place, bought_on, sold_on, bought_for, sold_for, currency } = details
  const day = (date: string | null) => (date === null ? undefined : formatDate(date, language, 'numeric'))
  const amount = (minor: number | null) =>
    minor === null ? undefined : formatNumber(Number(amountToType(minor, currency)), language)
  return {
    ...{ vin: vin ?? undefined, plate_country: plate_country ?? undefined, key_number: key_number ?? undefined },
    home_place: home_place ? String(home_place.id) : '',
    tags: details.tags.join(', '),
    ...{ bought_on: day(bought_on), sold_on: day(sold_on) },
    ...{ bought_for: amount(bought_for), sold_for: amount(sold_for) },
  }
}
