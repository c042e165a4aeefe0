import type { FacetChoice, Facets } from '#app/features/search/listing.ts'
import { unpackRows } from '#app/features/search/packed-rows.ts'
import { PATHS } from '#app/features/search/search-form.tsx'
import {
  type BoundFilter,
  FILTER_FIELDS,
  hiddenFields,
  type ListFilter,
  withoutFilters,
} from '#app/features/search/search-query.ts'
import { pathIn } from '#app/i18n/language.ts'
import { unitOf } from '#app/i18n/money.ts'
import { formatNumber } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { WHOLE_UNIT } from '#app/rules/price.ts'
import type { ReplyForm } from '#app/ui/form.tsx'
import { Histogram } from '#app/ui/histogram.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { ResultsData } from './results.tsx'

/** Open from the start: what most people choose by. */
const OPEN: readonly ListFilter[] = ['trust_type', 'types', 'gearbox_type']
const AFTER_PRICE: readonly ListFilter[] = [
  'types',
  'gearbox_type',
  'fuel_type',
  'brands',
  'models',
  'trims',
  'company',
]
/** So many choices show at once; the rest is one click away. */
const FIRST_CHOICES = 7

/** Every filter of §3 in one GET form with its own button; with JavaScript a change applies by itself. */
export function Filters({ form, results, facets }: { form: ReplyForm; results: ResultsData; facets: Facets }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { kind, query, count } = results
  return (
    <section className="filters" id="filters" aria-label={t('filters')}>
      <form action={pathIn(language, PATHS[kind])} id="filter-form" autoComplete="off">
        <div className="filters-top">
          <h2>{t('filters')}</h2>
          <a className="ib only-s" href="#list" aria-label={t('closeFilters')}>
            <Icon name="close" />
          </a>
        </div>
        <Facet name="trust_type" facets={facets} />
        <PriceRange form={form} results={results} />
        {AFTER_PRICE.map((name) => (
          <Facet key={name} name={name} facets={facets} />
        ))}
        <details open={isAnyChosen(facets, ['seats', 'yearFrom', 'yearTo', 'load_capacity'])}>
          <summary>{t('filter.yearAndRoom')}</summary>
          <div className="pair pb-2">
            <Bound name="yearFrom" {...{ form, facets }} />
            <Bound name="yearTo" {...{ form, facets }} />
            <Bound name="seats" {...{ form, facets }} />
            <Bound name="load_capacity" {...{ form, facets }} />
          </div>
        </details>
        <Facet name="vehicle_capacity" facets={facets} />
        <Facet name="properties" facets={facets} />
        {hiddenFields(query, FILTER_FIELDS).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="filters-go">
          <button type="submit" className="btn btn-go">
            {t(kind === 'motor' ? 'showMotors' : 'showCars', { count })}
          </button>
          <a className="btn btn-bare" href={withoutFilters(query)}>
            {t('clear')}
          </a>
        </div>
      </form>
    </section>
  )
}

function Facet({ name, facets }: { name: ListFilter; facets: Facets }) {
  const t = useText('results')
  const choices = facets[name] ?? []
  if (choices.length === 0) return null
  const first = choices.filter(({ isChosen }, index) => index < FIRST_CHOICES || isChosen)
  const rest = choices.filter((choice) => !first.includes(choice))
  return (
    <details open={OPEN.includes(name) || isAnyChosen(facets, [name])}>
      <summary>{t(`filter.${name}`)}</summary>
      <Choices name={name} choices={first} />
      {rest.length > 0 && (
        <details className="more">
          <summary>{t('more', { count: rest.length })}</summary>
          <Choices name={name} choices={rest} />
        </details>
      )}
    </details>
  )
}

function Choices({ name, choices }: { name: ListFilter; choices: readonly FacetChoice[] }) {
  const { language } = useLanguage()
  return (
    <div>
      {choices.map(({ value, name: label, count, isChosen }) => (
        <label key={value} className="check">
          <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
          {label}
          <small className="num">{formatNumber(count, language)}</small>
        </label>
      ))}
    </div>
  )
}

function PriceRange({ form, results }: { form: ReplyForm; results: ResultsData }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { range, currency } = results
  const unit = WHOLE_UNIT[currency]
  const amounts = new URLSearchParams(results.query)
  const lowest = Number(amounts.get('from') ?? 0) * unit
  const highest = amounts.has('to') ? Number(amounts.get('to')) * unit : Number.POSITIVE_INFINITY
  const bars = unpackRows(range?.bars ?? '').map(([from, count]) => ({ from: Number(from), count: Number(count) }))
  const isOn = (step: number) => {
    const to = bars[step + 1]?.from ?? Number.POSITIVE_INFINITY
    return to > lowest && (bars[step]?.from ?? 0) <= highest
  }
  const shown = (amount: number | undefined) =>
    amount === undefined ? undefined : formatNumber(Math.round(amount / unit), language)
  return (
    <fieldset>
      <legend>
        {t('filter.price')} <span className="mute xs">({unitOf(currency, language)})</span>
      </legend>
      {range && <Histogram counts={bars.map(({ count }) => count)} isOn={isOn} />}
      <div className="pair">
        <TextField
          {...form.field('from')}
          label={t('price.from')}
          inputMode="numeric"
          placeholder={shown(range?.min)}
        />
        <TextField {...form.field('to')} label={t('price.to')} inputMode="numeric" placeholder={shown(range?.max)} />
      </div>
    </fieldset>
  )
}

function Bound({ name, form, facets }: { name: BoundFilter; form: ReplyForm; facets: Facets }) {
  const t = useText('results')
  const { language } = useLanguage()
  const choices = facets[name] ?? []
  const options = choices.map(({ value, name: label, count }) => ({
    value,
    label: `${label} (${formatNumber(count, language)})`,
  }))
  return (
    <SelectField
      {...form.field(name)}
      defaultValue={choices.find(({ isChosen }) => isChosen)?.value}
      label={t(`filter.${name}`)}
      options={[{ value: '', label: t('any') }, ...options]}
    />
  )
}

function isAnyChosen(facets: Facets, names: readonly string[]): boolean {
  return names.some((name) => facets[name]?.some(({ isChosen }) => isChosen))
}
