import type { ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { WhenField } from '#app/ui/form/date-field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { DayButton, SameDayNote, useDateRange } from './date-range.live.tsx'

interface SearchFormProps {
  form: ReplyForm
  /** Names of the cities in the page's language, the pinned ones first. */
  cities: readonly string[]
  pinnedCities: number
  today: CalendarDate
}

/** The search form: kind of vehicle, city, start and end. A GET form that leads to the list of results. */
export function SearchForm({
  form,
  cities,
  pinnedCities,
  today,
  path = '/rent/car',
  category = CATEGORY.CAR,
  isMonthly,
  className = 'find',
  hidden = [],
  onTime,
  children,
}: SearchFormProps & {
  path?: string
  category?: number
  isMonthly?: boolean
  className?: string
  hidden?: readonly (readonly [name: string, value: string])[]
  /** With scripts: called on each change of days or times. */
  onTime?: (form: HTMLFormElement) => void
  children?: ReactNode
}) {
  const t = useText('search')
  const { language } = useLanguage()
  const live = useDateRange(form.props.id, onTime)
  const isRange = live.isReady && !isMonthly
  const when = { field: form.field, value: form.value, fieldErrors: form.fieldErrors, today, emptyTime: t('anyTime') }
  return (
    <search>
      <form className={className} action={pathIn(language, path)} id={form.props.id} aria-label={t('label')}>
        {isMonthly || <CategoryChoice category={category} />}
        <div className="stack find-row">
          <SelectField
            {...form.field('city')}
            label={t('city')}
            options={cityOptions({ cities, pinnedCities, form, t })}
          />
          <div className="stack find-legs" {...live.legs}>
            <WhenField
              {...when}
              name="start"
              label={t('pickUp')}
              day={isRange && <DayButton live={live} name="start" label={t('pickUp')} />}
            />
            {isMonthly || (
              <WhenField
                {...when}
                name="end"
                label={t('return')}
                day={isRange && <DayButton live={live} name="end" label={t('return')} />}
              />
            )}
            {isRange && <SameDayNote live={live} />}
            {isRange && live.Calendar && <live.Calendar live={live} today={today} formId={form.props.id} />}
          </div>
          <button type="submit" className="btn btn-go btn-lg">
            <Icon name="search" />
            {t('submit')}
          </button>
        </div>
        {hidden.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {children}
      </form>
    </search>
  )
}

function CategoryChoice({ category }: { category: number }) {
  const t = useText('search')
  const choices = [
    { value: CATEGORY.CAR, icon: 'car', label: t('car') },
    { value: CATEGORY.MOTOR, icon: 'moto', label: t('motor') },
  ] as const
  return (
    <fieldset>
      <legend className="vh">{t('category')}</legend>
      <div className="seg">
        {choices.map(({ value, icon, label }) => (
          <label key={value}>
            <input type="radio" name="category" value={value} defaultChecked={value === category} />
            <Icon name={icon} />
            {`${label} `}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

// The options' values are names, so that the address is readable in the page's language.
function cityOptions({
  cities,
  pinnedCities,
  form,
  t,
}: Pick<SearchFormProps, 'cities' | 'pinnedCities' | 'form'> & { t: ReturnType<typeof useText<'search'>> }) {
  const option = (name: string) => ({ value: name, label: name })
  const typed = form.value('city')
  const unknown = typed && !cities.includes(typed) ? [option(typed)] : []
  const anywhere = typed ? [] : [{ value: '', label: t('everywhere') }]
  return [
    ...anywhere,
    ...unknown,
    { label: t('favourites'), options: cities.slice(0, pinnedCities).map(option) },
    { label: t('otherCities'), options: cities.slice(pinnedCities).map(option) },
  ]
}
