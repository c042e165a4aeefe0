import type { ComponentProps } from 'react'
import type { FacetChoice } from '#app/features/search/listing.ts'
import {
  BOUNDS_GROUP,
  FILTER_FIELDS,
  FILTER_GROUPS,
  facetId,
  hiddenFields,
  PATHS,
  withoutFilters,
} from '#app/features/search/search-query.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type Language, WHOLE_UNIT } from '#app/rules/constants.ts'
import { BOUND_FILTERS, type BoundFilter, type ListFilter } from '#app/rules/search/search-filters.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Histogram } from '#app/ui/histogram.tsx'
import { KeptPart } from '#app/web/router/kept-part.tsx'
import type { ResultsData, ResultsKind } from './results.tsx'

/** Every filter of §3 in one GET form with its own button; with JavaScript a change applies by itself. */
export function Filters({ form, results }: { form: ReplyForm; results: ResultsData }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { kind, query, count } = results
  return (
    <section className="filters" id="filters" aria-label={t('filters')}>
      <form action={pathIn(language, PATHS[kind])} id="filter-form" autoComplete="off">
        {/* What Enter in a field presses: the first button of the form, which would open a filter otherwise. */}
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
        <div className="filters-top">
          <h2>{t('filters')}</h2>
          <a className="ib only-s" href="#list" aria-label={t('closeFilters')}>
            <Icon name="close" />
          </a>
        </div>
        {FILTER_GROUPS.map((group) => {
          if (group === 'price') return <PriceRange key={group} form={form} results={results} />
          if (group === BOUNDS_GROUP) return <Bounds key={group} form={form} results={results} />
          const facet = <Facet key={group} name={group} results={results} />
          if (!import.meta.env.SSR) return facet
          return (
            <KeptPart key={group} shows={['filter', language, kind, group, results.facets[group]]}>
              {facet}
            </KeptPart>
          )
        })}
        {hiddenFields(query, FILTER_FIELDS).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="filters-go">
          <button type="submit" className="btn btn-go">
            {t(kind === 'motor' ? 'showMotors' : 'showCars', { count })}
          </button>{' '}
          <a className="btn btn-bare" href={withoutFilters(query)}>
            {t('clear')}
          </a>
        </div>
      </form>
    </section>
  )
}

/** Of a closed filter the page has its name alone: a button that brings the page with all of it. */
function Facet({ name, results }: { name: ListFilter; results: ResultsData }) {
  const t = useText('results')
  const { language } = useLanguage()
  const { facets, kind } = results
  const facet = facets[name]
  if (!facet) return null
  if (facet.choices.length === 0) return <ClosedGroup group={name} title={t(`filter.${name}`)} kind={kind} />
  return (
    <details open>
      <summary id={facetId(name)}>{t(`filter.${name}`)}</summary>
      <fieldset aria-labelledby={facetId(name)}>
        <div>{facet.choices.map((choice) => ChoiceBox({ name, choice, language }))}</div>
      </fieldset>
      {facet.more > 0 && (
        <ShowGroup group={name} kind={kind} className="more lnk">
          {`${t('more', { count: facet.more })} `}
        </ShowGroup>
      )}
    </details>
  )
}

function ClosedGroup({ group, title, kind }: { group: string; title: string; kind: ResultsKind }) {
  return (
    <ShowGroup group={group} kind={kind} className="facet" id={facetId(group)}>
      {`${title} `}
    </ShowGroup>
  )
}

/** Sends the form, so that what is ticked stays so, and goes on at the filter that it opens. */
function ShowGroup({
  group,
  kind,
  ...button
}: { group: string; kind: ResultsKind } & Pick<ComponentProps<'button'>, 'className' | 'id' | 'children'>) {
  const { language } = useLanguage()
  const formAction = `${pathIn(language, PATHS[kind])}#${facetId(group)}`
  return <button type="submit" name="show" value={group} formAction={formAction} {...button} />
}

// Called as the function that it is: as a component of each choice it would cost more than what it draws.
function ChoiceBox({ name, choice, language }: { name: ListFilter; choice: FacetChoice; language: Language }) {
  const [value, label, count, isChosen] = choice
  return (
    <label key={value} className="check">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      {`${label} `}
      <small className="num">{`${formatNumber(count, language)} `}</small>
    </label>
  )
}

/** Year, seats and luggage: one bound each; motorbikes have no seats. */
function Bounds({ form, results }: { form: ReplyForm; results: ResultsData }) {
  const t = useText('results')
  const { facets, kind } = results
  const title = t(facets.seats ? 'filter.yearAndRoom' : 'filter.yearAndLuggage')
  const bounds = BOUND_FILTERS.filter((name) => facets[name])
  if (bounds.length === 0) return null
  if (bounds.every((name) => !facets[name]?.choices.length)) {
    return <ClosedGroup group={BOUNDS_GROUP} title={title} kind={kind} />
  }
  return (
    <details open>
      <summary id={facetId(BOUNDS_GROUP)}>{title}</summary>
      <div className="pair pb-2">
        {bounds.map((name) => (
          <Bound key={name} name={name} form={form} results={results} />
        ))}
      </div>
    </details>
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
  const bars = range?.bars ?? []
  const isOn = (step: number) => {
    const [to = Number.POSITIVE_INFINITY] = bars[step + 1] ?? []
    const [from = 0] = bars[step] ?? []
    return to > lowest && from <= highest
  }
  const shown = (amount: number | undefined) =>
    amount === undefined ? undefined : formatNumber(Math.round(amount / unit), language)
  return (
    <fieldset>
      <legend>
        {t('filter.price')} <span className="mute xs">({unitOf(currency, language)})</span>
      </legend>
      {range && <Histogram counts={bars.map(([, count]) => count)} isOn={isOn} />}
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

function Bound({ name, form, results }: { name: BoundFilter; form: ReplyForm; results: ResultsData }) {
  const t = useText('results')
  const { language } = useLanguage()
  const choices = results.facets[name]?.choices ?? []
  const options = choices.map(([value, label, count]) => ({
    value,
    label: `${label} (${formatNumber(count, language)})`,
  }))
  return (
    <SelectField
      {...form.field(name)}
      defaultValue={choices.find(([, , , isChosen]) => isChosen)?.[0]}
      label={t(`filter.${name}`)}
      options={[{ value: '', label: t('any') }, ...options]}
    />
  )
}
