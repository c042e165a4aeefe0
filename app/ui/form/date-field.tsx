import type { ReactNode } from 'react'
import { addMonths, monthOf } from '#app/i18n/format/calendar.ts'
import { calendarOf, formatTime, monthNames } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type Language, TIME_SLOTS } from '#app/rules/constants.ts'
import { type CalendarDate, isCalendarDate, parseDate, partsIn } from '#app/rules/time/calendar-date.ts'
import { describedBy, FieldGroup, type FieldText } from './field.tsx'
import type { ReplyForm } from './form.tsx'
import { Select } from './select-field.tsx'

const MONTHS_AHEAD = 12
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1)

type DateProps = Pick<ReplyForm, 'field' | 'value'> & {
  fieldErrors?: readonly FieldError[]
  today: CalendarDate
  required?: boolean
}

/**
 * Date and half hour of a rental's start or end, as one group: `<WhenField {...form} name="start" label={…} today={…} />`
 * sends `start_date` and `start_time` (or `start_date.day` and `start_date.month`). `value` has the date in ISO form.
 * Persian has selects for its own calendar, other languages the browser's date input (decisions.md, "Forms").
 * @param emptyTime the text for "no time yet", if the time is optional
 * @param day what is shown in place of the date's own controls, which stay in the form
 */
export function WhenField({
  name,
  label,
  hint,
  field,
  value,
  fieldErrors: fieldErrorsIn,
  today,
  required,
  emptyTime,
  day,
}: FieldText &
  Pick<ReplyForm, 'field' | 'value' | 'fieldErrors'> & {
    name: 'start' | 'end'
    today: CalendarDate
    required?: boolean
    emptyTime?: string
    day?: ReactNode
  }) {
  const { language } = useLanguage()
  const time = field(`${name}_time`)
  const date = field(`${name}_date`)
  const fieldErrors = fieldErrorsIn(`${name}_date`) ?? fieldErrorsIn(`${name}_time`)
  const kind = calendarOf(language) === 'jalali' ? 'when' : 'when when-iso'
  return (
    <FieldGroup id={date.id} fieldErrors={fieldErrors} label={label} hint={hint} className="leg">
      <div className={day ? `${kind} when-day` : kind}>
        {day}
        <DateControl name={`${name}_date`} {...{ field, value, fieldErrors, today, required }} />
        <TimeSelect {...time} fieldErrors={fieldErrors} required={required} empty={emptyTime} />
      </div>
    </FieldGroup>
  )
}

function DateControl({ name, ...props }: DateProps & { name: string }) {
  const { language } = useLanguage()
  return calendarOf(language) === 'jalali' ? <DateSelects name={name} {...props} /> : <DateBox name={name} {...props} />
}

/** Day and month of the Persian calendar. The name and value of a month in another year include that year. */
function DateSelects({ name, field, value, fieldErrors, today, required }: DateProps & { name: string }) {
  const t = useText('common')
  const shown = shownParts(name, value, today)
  const day = field(`${name}.day`)
  const month = field(`${name}.month`)
  return (
    <>
      <Select
        {...day}
        defaultValue={shown.day}
        fieldErrors={fieldErrors}
        required={required}
        aria-label={t('date.day')}
        options={withEmpty(!shown.day, dayOptions('fa'))}
      />
      <Select
        {...month}
        defaultValue={shown.month}
        fieldErrors={fieldErrors}
        required={required}
        aria-label={t('date.month')}
        options={withEmpty(!shown.month, monthOptions(today, 'fa', shown.month))}
      />
    </>
  )
}

function DateBox({ name, field, value, fieldErrors, today, required }: DateProps & { name: string }) {
  const t = useText('common')
  const { id, ...control } = field(name)
  const typed = value(name)
  const parsed = parseDate(typed, { calendar: 'gregorian', today })
  return (
    <input
      name={control.name}
      id={`${id}-date`}
      type="date"
      className="in"
      min={today}
      defaultValue={parsed.ok ? parsed.date : typed}
      required={required}
      aria-label={t('date.date')}
      aria-invalid={fieldErrors?.length ? true : undefined}
      aria-describedby={describedBy({ id, fieldErrors })}
    />
  )
}

function TimeSelect({
  empty,
  ...control
}: ReturnType<ReplyForm['field']> & { fieldErrors?: readonly FieldError[]; required?: boolean; empty?: string }) {
  const t = useText('common')
  const { language } = useLanguage()
  const typed = control.defaultValue
  const times = typed && !TIME_SLOTS.includes(typed) ? [typed, ...TIME_SLOTS] : TIME_SLOTS
  const slots = times.map((slot) => ({ value: slot, label: formatTime(slot, language) }))
  return (
    <Select
      {...control}
      aria-label={t('date.time')}
      options={empty === undefined ? slots : [{ value: '', label: empty }, ...slots]}
    />
  )
}

/** A date long ago or far ahead, as a birth date or the end of a licence: three number inputs in the page's calendar, `date_of_birth.day` and so on. */
export function BirthDateField({
  name = 'date_of_birth',
  label,
  hint,
  optional,
  field,
  value,
  fieldErrors: fieldErrorsIn,
  required,
}: FieldText & Pick<ReplyForm, 'field' | 'value' | 'fieldErrors'> & { name?: string; required?: boolean }) {
  const { language } = useLanguage()
  const t = useText('common')
  const group = field(name)
  const fieldErrors = fieldErrorsIn(name)
  const known = knownParts(value(name), language)
  const parts = ['day', 'month', 'year'] as const
  return (
    <FieldGroup id={group.id} fieldErrors={fieldErrors} label={label} hint={hint} optional={optional}>
      <div className="dmy">
        {parts.map((part) => (
          <label className="field" key={part}>
            <span className="hint">{t(`date.${part}`)}</span>
            <input
              className="in"
              name={`${name}.${part}`}
              id={`${group.id}-${part}`}
              inputMode="numeric"
              autoComplete={name !== 'date_of_birth' || calendarOf(language) === 'jalali' ? 'off' : `bday-${part}`}
              maxLength={part === 'year' ? 4 : 2}
              required={required}
              defaultValue={value(`${name}.${part}`) ?? known?.[part]}
              aria-invalid={fieldErrors?.length ? true : undefined}
              aria-describedby={describedBy({ id: group.id, fieldErrors })}
            />
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

/** The options of a month select: this many months from today's, and the chosen one if it is not among them. */
export function monthOptions(today: CalendarDate, language: Language, chosen?: string) {
  const first = monthOf(today, language)
  const months = Array.from({ length: MONTHS_AHEAD }, (_, index) => addMonths(first, index))
  const options = months.map(({ year, month }) => monthOption(`${year}-${month}`, language, first.year))
  const isListed = !chosen || options.some((option) => option.value === chosen)
  return isListed ? options : [monthOption(chosen, language, first.year), ...options]
}

function monthOption(value: string, language: Language, thisYear: number) {
  const [year, month] = value.split('-').map(Number)
  const name = monthNames(language)[(month ?? 0) - 1] ?? value
  return { value, label: year === thisYear ? name : `${name} ${localDigits(year ?? '', language)}` }
}

function dayOptions(language: Language) {
  return DAYS.map((day) => ({ value: String(day), label: localDigits(day, language) }))
}

function withEmpty<T>(needed: boolean, options: T[]) {
  return needed ? [{ value: '', label: '—' }, ...options] : options
}

/** The values of the selects: the parts as typed, even of a date that does not exist, otherwise those of the date. */
function shownParts(name: string, value: ReplyForm['value'], today: CalendarDate): { day?: string; month?: string } {
  const day = value(`${name}.day`)
  const month = value(`${name}.month`)
  if (day !== undefined || month !== undefined) return { day, month }
  const parsed = parseDate(value(name), { calendar: 'jalali', today })
  if (!parsed.ok) return {}
  const parts = partsIn(parsed.date, 'jalali')
  return { day: String(parts.day), month: `${parts.year}-${parts.month}` }
}

function knownParts(date: string | undefined, language: Language) {
  if (!date || !isCalendarDate(date)) return undefined
  const { year, month, day } = partsIn(date, calendarOf(language))
  return { day: localDigits(day, language), month: localDigits(month, language), year: localDigits(year, language) }
}
