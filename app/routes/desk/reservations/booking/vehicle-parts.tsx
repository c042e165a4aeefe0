import { useNavigation } from 'react-router'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { WhenField } from '#app/ui/form/date-field.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Money } from '#app/ui/price.tsx'
import type { Shown } from './booking-form.server.ts'
import { WaysOut } from './ways-out.tsx'

type Places = readonly { id: number; name: string }[]

/** When and where, and what to look for. */
export function TimesCard({ form, places, today }: { form: ReplyForm; places: Places; today: string }) {
  const t = useText('counter')
  const options = (first: string) => [
    { value: '', label: first },
    ...places.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Card id="times" title={t('when')} className="stack">
      <div className="grid2">
        <WhenField {...form} name="start" label={t('start')} today={today} />
        <WhenField {...form} name="end" label={t('end')} today={today} />
      </div>
      <div className="fields">
        <SelectField {...form.field('from')} label={t('from')} options={options(t('anyPlace'))} />
        <SelectField {...form.field('to')} label={t('to')} options={options(t('samePlace'))} />
        <TextField {...form.field('seek')} label={t('seek')} maxLength={80} optional />
      </div>
      <div>
        <SubmitButton name="intent" value="free" className="btn">
          {t('showFree')}
        </SubmitButton>
      </div>
    </Card>
  )
}

/** Buttons that look for vehicles anew. */
const SEEKING = /^(free|days-)/

/** The free vehicles, of which one is chosen; where that is not possible, the ways out. */
export function VehicleCard({ form, free, ways }: { form: ReplyForm } & Pick<Shown, 'free' | 'ways'>) {
  const t = useText('counter')
  const { language } = useLanguage()
  const { id } = form.field('ad')
  const { formData } = useNavigation()
  // The answer brings another list: what is chosen in this one meanwhile would be lost.
  const isSought = SEEKING.test(String(formData?.get('intent') ?? ''))
  return (
    <Card id="vehicle" title={t('vehicle')} className="stack">
      {!free && <p className="soft">{t('chooseTimes')}</p>}
      {free && free.results.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {ways && <WaysOut {...ways} />}
      {free && free.results.length > 0 && (
        <fieldset id={id} className="stack stack-2" disabled={isSought}>
          <legend className="vh">{t('vehicle')}</legend>
          <p className="sm soft">
            {t('free', { n: free.count })}
            {free.count > free.results.length && <> {t('some', { n: free.results.length })}</>}
          </p>
          {free.results.map((vehicle) => (
            <div key={vehicle.id}>
              <OptionCard
                name="ad"
                value={String(vehicle.id)}
                checked={form.isChosen('ad', String(vehicle.id))}
                title={
                  <>
                    {vehicle.title} <Plate text={vehicle.plate} />
                  </>
                }
                detail={`${vehicle.city.name} · ${
                  vehicle.free_until
                    ? t('freeUntil', {
                        time: formatInstant(new Date(vehicle.free_until), HOME_ZONE, language, 'weekday'),
                      })
                    : t('freeLong')
                }`}
                end={
                  <>
                    <Money amount={vehicle.total} currency={vehicle.currency} />{' '}
                    <small className="block">
                      {t('perDay', { amount: formatMoney(vehicle.per_day, vehicle.currency, language) })}
                    </small>
                  </>
                }
              />
            </div>
          ))}
        </fieldset>
      )}
      <FieldErrors id={id} fieldErrors={form.fieldErrors('ad')} />
    </Card>
  )
}
