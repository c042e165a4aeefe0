import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { VehicleFacts } from '#app/contract/company/fleet/shapes.ts'
import { AboutText } from '#app/contract/company/written.ts'
import { Flag } from '#app/contract/shapes/shapes.ts'
import { empty, optionalText } from '#app/contract/shapes/text.ts'
import { type CurrencyCode, LANGUAGES } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import { AMOUNT_FIELDS, PRICE_FIELDS } from './vehicle-fields.ts'

type Context = Readonly<RouterContextProvider>
type Errors = Record<string, string[]>

const { model: _model, trim: _trim, properties: _properties, about: _about, ...plain } = VehicleFacts.shape
const amounts = Object.fromEntries(AMOUNT_FIELDS.map((name) => [name, optionalText(30)])) as Record<
  (typeof AMOUNT_FIELDS)[number],
  ReturnType<typeof optionalText>
>

/** A vehicle as it is typed: brand, model and trim in one field, amounts in whole units, a text for each language. */
const Facts = z.object({
  ...plain,
  ...amounts,
  /** `12` is a model, `12.34` a model with its trim. */
  make: z.preprocess(empty, z.string({ error: 'required' }).regex(/^\d{1,9}(\.\d{1,9})?$/, 'unknown_model')),
  properties: z.unknown().optional(),
  ...Object.fromEntries(LANGUAGES.map((one) => [`about_${one}`, AboutText.optional()])),
})
const OwnFacts = Facts.extend({ all_units: Flag })
const Prices = z.object(Object.fromEntries(PRICE_FIELDS.map((name) => [name, optionalText(30)])))
const NewVehicle = Facts.extend({ ...Prices.shape, later: optionalText(5) })

/** The form of an existing vehicle. `facts` are the values for the call. */
export async function readFacts(context: Context, source: FormData, currency: CurrencyCode) {
  const form = await parseForm(source, OwnFacts, formPage(context))
  const typed = amountsOf(source, currency, AMOUNT_FIELDS)
  if (!form.ok) return { ok: false as const, reply: withErrors(form.reply, typed.fieldErrors) }
  if (hasErrors(typed)) return { ok: false as const, reply: form.refuse(typed.fieldErrors) }
  return { ok: true as const, form, facts: factsOf(form.value, source, typed.minor), all_units: form.value.all_units }
}

/** The form of a new vehicle: its facts, its day prices, and whether it is offered at once. */
export async function readNewVehicle(context: Context, source: FormData, currency: CurrencyCode) {
  const form = await parseForm(source, NewVehicle, formPage(context))
  const typed = amountsOf(source, currency, AMOUNT_FIELDS)
  const prices = amountsOf(source, currency, PRICE_FIELDS, ['p1'])
  const fieldErrors = { ...typed.fieldErrors, ...prices.fieldErrors }
  if (!form.ok) return { ok: false as const, reply: withErrors(form.reply, fieldErrors) }
  if (hasErrors({ fieldErrors })) return { ok: false as const, reply: form.refuse(fieldErrors) }
  const { later, ...value } = form.value
  const { p1 = 0, ...longer } = prices.minor
  const state = later ? ('PAUSED' as const) : ('OFFERED' as const)
  return { ok: true as const, form, vehicle: { ...factsOf(value, source, typed.minor), p1, ...longer, state } }
}

function factsOf(
  { make, ...value }: z.infer<typeof Facts>,
  source: FormData,
  minor: Partial<Record<(typeof AMOUNT_FIELDS)[number], number>>,
) {
  const [model = 0, trim] = make.split('.').map(Number)
  const facts = Object.fromEntries(Object.entries(value).filter(([name]) => name in plain)) as Omit<
    z.infer<typeof VehicleFacts>,
    'model' | 'trim' | 'properties' | 'about'
  >
  const about = Object.fromEntries(LANGUAGES.map((one) => [one, textIn(source, `about_${one}`)]))
  const chosen = source.getAll('properties')
  return {
    ...facts,
    ...{ model, trim: trim ?? null, about },
    engine_cc: facts.engine_cc ?? null,
    mileage_per_day: facts.mileage_per_day ?? null,
    gap_minutes: facts.gap_minutes ?? null,
    plate: facts.plate ?? null,
    acriss: facts.acriss ?? null,
    reference: facts.reference ?? null,
    extra_km_price: minor.extra_km_price ?? null,
    guarantee_amount: minor.guarantee_amount,
    properties: VEHICLE_PROPERTIES.filter((slug) => chosen.includes(slug)),
  }
}

/** Amounts in the minor unit, and the errors of invalid ones; with `needed`, an empty amount is an error. */
export function amountsOf<Name extends string>(
  source: FormData,
  currency: CurrencyCode,
  names: readonly Name[],
  needed: readonly Name[] = [],
) {
  const minor: Partial<Record<Name, number>> = {}
  const fieldErrors: Errors = {}
  for (const name of names) {
    const typed = textIn(source, name)
    if (typed === '' && !needed.includes(name)) continue
    const amount = typedAmount(typed.slice(0, 30), currency)
    if ('minor' in amount) minor[name] = amount.minor
    else fieldErrors[name] = [amount.fieldError]
  }
  return { minor, fieldErrors }
}

function hasErrors({ fieldErrors }: { fieldErrors: Errors }): boolean {
  return Object.keys(fieldErrors).length > 0
}

function textIn(source: FormData, name: string): string {
  const value = source.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
