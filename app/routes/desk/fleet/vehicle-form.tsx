import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { vehicles } from '#app/contract/company/fleet/vehicles.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { directionOf, localeTag } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type CurrencyCode, FUEL_RULES, FUELS, GEARBOXES, LANGUAGES, TRUST_TYPES } from '#app/rules/constants.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { PAINTS, type Paint } from '#app/rules/text/picture.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { type OptionGroup, SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { FACT_FIELDS, PRICE_FIELDS } from './vehicle-fields.ts'

export type Choices = z.infer<(typeof vehicles.choices)['~orpc']['outputSchema'] & z.ZodType>

/** The labels of all fields, for the fields and for the error summary. */
function useLabels(currency: CurrencyCode): Record<string, string> {
  const t = useText('fleet')
  const desk = useText('desk')
  const { language } = useLanguage()
  const unit = unitOf(currency, language)
  const names = new Intl.DisplayNames(localeTag(language), { type: 'language' })
  return {
    make: t('field.make'),
    ...Object.fromEntries(FACT_FIELDS.map((name) => [name, t(`field.${name}`)])),
    extra_km_price: t('field.extra_km_price', { unit }),
    guarantee_amount: t('field.guarantee_amount', { unit }),
    ...Object.fromEntries(
      LANGUAGES.map((one) => [`about_${one}`, t('field.about', { language: names.of(one) ?? one })]),
    ),
    ...Object.fromEntries(PRICE_FIELDS.map((name) => [name, desk(`fleet.${name}`)])),
  }
}

/** All the fields in which a company describes its vehicle. */
export function VehicleFields({
  form,
  choices,
  currency,
  derivedAcriss,
}: {
  form: ReplyForm
  choices: Choices
  currency: CurrencyCode
  /** The ACRISS code that a vehicle has without one of its own. */
  derivedAcriss?: string | null
}) {
  const t = useText('fleet')
  const words = useText('vehicle')
  const labels = useLabels(currency)
  const field = (name: string) => ({ ...form.field(name), label: labels[name] ?? name })
  const named = <Value extends string>(values: readonly Value[], nameOf: (value: Value) => string) =>
    values.map((value) => ({ value, label: nameOf(value) }))
  const chosen = (options: readonly { value: string; label: string }[]) => [
    { value: '', label: t('choose') },
    ...options,
  ]
  const byId = (things: readonly { id: number; name: string }[]) =>
    things.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <ErrorSummary id="vehicle-errors" entries={form.summary(labels)} />
      <Group title={t('group.make')}>
        <SelectField
          {...field('make')}
          hint={t('hint.make')}
          options={[{ value: '', label: t('choose') }, ...makeOptions(choices)]}
          required
        />
        <SelectField {...field('type')} options={chosen(byId(choices.types))} required />
        <TextField {...field('year')} hint={t('hint.year')} inputMode="numeric" maxLength={4} required />
        <SelectField
          {...field('colour')}
          options={chosen(named(Object.keys(PAINTS) as Paint[], (paint) => words(`colour.${paint}`)))}
          required
        />
        <TextField {...field('plate')} hint={t('hint.plate')} maxLength={20} optional />
        <TextField {...field('reference')} hint={t('hint.reference')} maxLength={60} optional />
        <SelectField {...field('city')} hint={t('hint.city')} options={chosen(byId(choices.cities))} required />
      </Group>
      <Group title={t('group.engine')}>
        <SelectField
          {...field('gearbox')}
          options={chosen(named(GEARBOXES, (one) => words(`gearbox.${one}`)))}
          required
        />
        <SelectField {...field('fuel')} options={chosen(named(FUELS, (one) => words(`fuel.${one}`)))} required />
        <TextField {...field('engine_cc')} inputMode="numeric" maxLength={6} optional />
        <TextField {...field('seats')} inputMode="numeric" maxLength={2} required />
        <TextField {...field('load_capacity')} inputMode="numeric" maxLength={2} optional />
        <TextField
          {...field('acriss')}
          hint={derivedAcriss ? t('hint.acriss', { code: derivedAcriss }) : t('hint.newAcriss')}
          maxLength={4}
          optional
        />
      </Group>
      <Group title={t('group.rules')}>
        <TextField {...field('mileage_per_day')} hint={t('hint.mileage')} inputMode="numeric" maxLength={6} optional />
        <TextField {...field('extra_km_price')} hint={t('hint.extraKm')} inputMode="decimal" maxLength={30} optional />
        <SelectField {...field('fuel_rule')} options={named(FUEL_RULES, (one) => words(`fuel_rule.${one}`))} />
        <TextField {...field('min_driver_age')} inputMode="numeric" maxLength={2} optional />
        <TextField {...field('min_licence_years')} inputMode="numeric" maxLength={2} optional />
        <SelectField
          {...field('trust_type')}
          options={chosen(named(TRUST_TYPES, (one) => words(`trust.${one}`)))}
          required
        />
        <TextField
          {...field('guarantee_amount')}
          hint={t('hint.guarantee')}
          inputMode="decimal"
          maxLength={30}
          optional
        />
        <TextField {...field('gap_minutes')} hint={t('hint.gap')} inputMode="numeric" maxLength={5} optional />
      </Group>
      <Group title={t('group.features')}>
        {VEHICLE_PROPERTIES.map((slug) => (
          <Checkbox
            key={slug}
            id={`vehicle-properties-${slug}`}
            name="properties"
            value={slug}
            checked={form.isChosen('properties', slug) || form.value('properties')?.split(' ').includes(slug)}
          >
            {words(`property.${slug}`)}
          </Checkbox>
        ))}
      </Group>
      <fieldset className="card stack">
        <legend>{t('group.about')}</legend>
        <p className="hint">{t('hint.about')}</p>
        {LANGUAGES.map((one) => (
          <TextArea
            key={one}
            {...field(`about_${one}`)}
            lang={localeTag(one)}
            dir={directionOf(one)}
            rows={2}
            maxLength={2000}
            optional
          />
        ))}
      </fieldset>
    </>
  )
}

/** Day prices by length of rental; a new vehicle needs only the first. */
export function PriceFields({
  form,
  currency,
  needed,
}: {
  form: ReplyForm
  currency: CurrencyCode
  needed: readonly string[]
}) {
  const desk = useText('desk')
  const { language } = useLanguage()
  const labels = useLabels(currency)
  return (
    <fieldset className="stack stack-2">
      <legend>{desk('fleet.prices', { unit: unitOf(currency, language) })}</legend>
      <div className="fields">
        {PRICE_FIELDS.map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={labels[name]}
            inputMode="decimal"
            maxLength={30}
            required={needed.includes(name)}
            optional={!needed.includes(name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="card stack">
      <legend>{title}</legend>
      <div className="fields">{children}</div>
    </fieldset>
  )
}

/** Models grouped by brand, each followed by its trims. */
function makeOptions({ brands }: Choices): OptionGroup[] {
  return brands.map((brand) => ({
    label: brand.name,
    options: brand.models.flatMap((model) => [
      { value: String(model.id), label: `${brand.name} ${model.name}` },
      ...model.trims.map((trim) => ({
        value: `${model.id}.${trim.id}`,
        label: `${brand.name} ${model.name} ${trim.name}`,
      })),
    ]),
  }))
}
