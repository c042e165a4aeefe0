import { localDigits } from '#app/i18n/format/numerals.ts'
import { directionOf, pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { LANGUAGES, NEEDS_CITY_NAMES } from '#app/rules/constants.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'

const CITIES_PATH = '/operator/cities'

const POSITION = ['latitude', 'longitude', 'airport_latitude', 'airport_longitude'] as const

/** The labels of the fields that a new city and an existing one have in common. */
export function useCityLabels(): Record<string, string> {
  const t = useText('directory')
  return {
    ...Object.fromEntries(
      LANGUAGES.map((one) => [`name_${one}`, t('nameIn', { language: LANGUAGE_NAMES[one] })] as const),
    ),
    latitude: t('cities.latitude'),
    longitude: t('cities.longitude'),
    airport_latitude: t('cities.airportLatitude'),
    airport_longitude: t('cities.airportLongitude'),
    pinned_order: t('cities.order'),
  }
}

/** The names of a city in every language. */
export function CityNameFields({ form, labels }: { form: ReplyForm; labels: Record<string, string> }) {
  return LANGUAGES.map((one) => (
    <TextField
      key={one}
      {...form.field(`name_${one}`)}
      label={labels[`name_${one}`] ?? one}
      lang={one}
      dir={directionOf(one)}
      maxLength={60}
      {...(NEEDS_CITY_NAMES[one] ? { required: true } : { optional: true })}
    />
  ))
}

/** Where a city is, and its position in lists. */
export function CityPlaceFields({ form, labels }: { form: ReplyForm; labels: Record<string, string> }) {
  const t = useText('directory')
  const { language } = useLanguage()
  const example = localDigits('26.5262', language)
  return (
    <>
      {POSITION.map((name) => (
        <TextField
          key={name}
          {...form.field(name)}
          label={labels[name] ?? name}
          hint={name.startsWith('airport') ? t('cities.airportHint') : t('cities.degrees', { example })}
          dir="ltr"
          inputMode="decimal"
          maxLength={20}
          {...(name.startsWith('airport') ? { optional: true } : { required: true })}
        />
      ))}
      <TextField
        {...form.field('pinned_order')}
        label={labels.pinned_order ?? ''}
        hint={t('cities.orderHint')}
        inputMode="numeric"
        maxLength={2}
        optional
      />
    </>
  )
}

/** Whether a city is shown, and the buttons of its form. */
export function CityEnd({ form }: { form: ReplyForm }) {
  const t = useText('directory')
  const { language } = useLanguage()
  return (
    <>
      <Checkbox id={form.field('hidden').id} name="hidden" checked={form.isChosen('hidden')}>
        {t('cities.hide')}
      </Checkbox>
      <p className="hint">{t('cities.hideHint')}</p>
      <div className="row">
        <SubmitButton>{t('save')}</SubmitButton>
        <a className="btn" href={pathIn(language, CITIES_PATH)}>
          {t('back')}
        </a>
      </div>
    </>
  )
}
