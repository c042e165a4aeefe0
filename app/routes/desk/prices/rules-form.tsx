import type { z } from 'zod'
import type { PriceSettings } from '#app/contract/company/prices/prices.ts'
import { ALL_UNITS, AllUnits } from '#app/features/desk/all-units.tsx'
import { weekdayNames } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { RULE_FIELDS, WEEKDAY_FIELDS } from './price-fields.ts'

type Settings = z.infer<typeof PriceSettings>

/** The weekdays of the rules begin with Monday, those of JavaScript with Sunday. */
const fromMonday = (weekday: number) => (weekday + 6) % 7

/** Weekdays, lengths, lead time and discounts; for a vehicle, the company's values are shown as hints. */
export function RulesForm({
  settings: { own, inherited, vehicle },
  mayChange,
  reply,
}: {
  settings: Settings
  mayChange: boolean
  reply?: FormReply
}) {
  const t = useText('prices')
  const { language } = useLanguage()
  const written = (value: number | null | undefined) => (value == null ? undefined : formatNumber(value, language))
  const form = useReply('rules', {
    reply,
    initial: {
      ...ALL_UNITS,
      ...Object.fromEntries([
        ...RULE_FIELDS.map((name) => [name, written(own[name])]),
        ...WEEKDAY_FIELDS.map((name, day) => [name, written(own.weekdays?.[day])]),
      ]),
    },
  })
  const days = weekdayNames(language).map(({ weekday, long }) => {
    const day = fromMonday(weekday)
    return { name: WEEKDAY_FIELDS[day] ?? '', label: t('weekdays.day', { day: long }), day }
  })
  const labels = {
    ...Object.fromEntries(days.map(({ name, label }) => [name, label])),
    ...Object.fromEntries(RULE_FIELDS.map((name) => [name, t(name)])),
  }
  const hintOf = (value: number | null | undefined) => {
    if (!inherited) return undefined
    const shown = written(value)
    return shown === undefined ? t('inheritedNone') : t('inherited', { value: shown })
  }
  const field = (name: (typeof RULE_FIELDS)[number]) => (
    <TextField
      key={name}
      {...form.field(name)}
      label={labels[name]}
      hint={hintOf(inherited?.[name])}
      inputMode="numeric"
      maxLength={8}
    />
  )
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="rules-title">
      <h2 id="rules-title">{t('rules.title')}</h2>
      {inherited && <p className="soft">{t('rules.vehicle')}</p>}
      <ErrorSummary id="rules-errors" entries={form.summary(labels)} />
      <fieldset className="stack stack-2">
        <legend>{t('weekdays.title')}</legend>
        <p className="hint">{t('weekdays.hint')}</p>
        <div className="fields">
          {days.map(({ name, label, day }) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={label}
              hint={hintOf(inherited?.weekdays?.[day])}
              inputMode="text"
              maxLength={8}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="stack stack-2">
        <legend>{t('lengths.title')}</legend>
        <div className="fields">{RULE_FIELDS.slice(0, 3).map(field)}</div>
      </fieldset>
      <fieldset className="stack stack-2">
        <legend>{t('discounts.title')}</legend>
        <p className="hint">{t('discounts.hint')}</p>
        <div className="fields">{RULE_FIELDS.slice(3).map(field)}</div>
      </fieldset>
      {mayChange && (
        <>
          <AllUnits form={form} units={vehicle?.units ?? 1} />
          <div>
            <SubmitButton name="intent" value="rules">
              {t('rules.save')}
            </SubmitButton>
          </div>
        </>
      )}
    </PostForm>
  )
}
