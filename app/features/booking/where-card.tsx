import { type FormEvent, useState } from 'react'
import { formatTime } from '#app/i18n/format/dates.ts'
import { weekText } from '#app/i18n/format/opening-hours.ts'
import { pathIn } from '#app/i18n/language.ts'
import { withoutLoneNumbers } from '#app/i18n/text/no-break.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { MAP_SIZES } from '#app/rules/map/map-picture.ts'
import { isAlwaysOpen } from '#app/rules/time/opening-hours.ts'
import { describedBy, FieldErrors } from '#app/ui/form/field.tsx'
import { type ReplyForm, useHydrated } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Money } from '#app/ui/price.tsx'
import { bookPath } from './book-address.ts'
import type { ShownAd } from './booking-form.ts'
import '../../../styles/maps.css'

const ANY_ADDRESS = '-1'

/**
 * Where the vehicle is received and returned: the company's places with their fees, or an address.
 * @param props.canBeSame whether "same as pick-up" is an option for the return, and the default
 */
export function WhereCard({ form, ad, canBeSame = false }: { form: ReplyForm; ad: ShownAd; canBeSame?: boolean }) {
  const t = useText('booking')
  const [chosen, setChosen] = useState<string>()
  const receivedAt = chosen ?? form.value('receive_address.id')
  const onReceiveChange = ({ target }: FormEvent<HTMLFieldSetElement>) => {
    if (target instanceof HTMLInputElement && target.type === 'radio') setChosen(target.value)
  }
  return (
    <section className="card stack" aria-labelledby="where-title">
      <h2 id="where-title">{t('where.title')}</h2>
      {ad.hasMap && <PlacesMap ad={ad} />}
      <HandOver form={form} ad={ad} name="receive_address" onChange={onReceiveChange} />
      <HandOver form={form} ad={ad} name="return_address" sameAs={canBeSame ? receivedAt : undefined} />
    </section>
  )
}

/** The company's places on a picture of a map, which links to a page about them. */
function PlacesMap({ ad: { category, id } }: { ad: ShownAd }) {
  const t = useText('booking')
  const { language } = useLanguage()
  const path = pathIn(language, bookPath({ category, id }))
  return (
    <p className="sm">
      <a href={`${path}/places`} rel="nofollow">
        <img
          className="map-image"
          src={`${path}/map`}
          srcSet={`${path}/map?2x 2x`}
          alt={t('where.map')}
          {...MAP_SIZES.place}
          loading="lazy"
        />
        {` ${t('where.distances')}`}
      </a>
    </p>
  )
}

/**
 * Pick-up or return: where the vehicle changes hands, and what each place costs.
 * @param props.sameAs the place of pick-up, where the vehicle may be returned to it without naming it again
 */
function HandOver({
  form,
  ad,
  name,
  sameAs,
  onChange,
}: {
  form: ReplyForm
  ad: ShownAd
  name: 'receive_address' | 'return_address'
  sameAs?: string
  onChange?: (event: FormEvent<HTMLFieldSetElement>) => void
}) {
  const t = useText('booking')
  const isLive = useHydrated()
  const { id } = form.field(name)
  const way = name === 'receive_address' ? 'receive' : 'return'
  const fieldErrors = form.fieldErrors(name) ?? form.fieldErrors(`${name}.id`)
  const feeOf = (place: ShownAd['places'][number]) => place[`${way}_fee`]
  const fee = (amount: number) => (amount === 0 ? t('where.free') : <Money amount={amount} currency={ad.currency} />)
  const same = ad.places.find((place) => String(place.id) === sameAs)
  const sameFee = same ? feeOf(same) : (ad.free_address_fee ?? 0)
  return (
    <fieldset
      className="stack stack-2"
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy({ id, fieldErrors })}
      onChange={onChange}
    >
      <legend>{t(`where.${way}`)}</legend>
      {sameAs && (
        <OptionCard
          name={`${name}.id`}
          value=""
          checked={!form.value(`${name}.id`)}
          title={t('where.same')}
          // Without scripts it is the price of the place that was chosen when the page was sent.
          end={<span className={isLive ? undefined : 'as-sent'}>{fee(sameFee)}</span>}
        />
      )}
      {ad.places.map((place) => (
        <OptionCard
          key={place.id}
          name={`${name}.id`}
          value={String(place.id)}
          checked={form.isChosen(`${name}.id`, String(place.id))}
          title={place.name}
          detail={<PlaceLine place={place} />}
          end={fee(feeOf(place))}
        />
      ))}
      {ad.free_address_fee !== null && (
        <>
          <OptionCard
            name={`${name}.id`}
            value={ANY_ADDRESS}
            checked={form.isChosen(`${name}.id`, ANY_ADDRESS)}
            title={t('where.other')}
            detail={t('where.otherDetail', { way, city: ad.city.name })}
            end={fee(ad.free_address_fee)}
          />
          <div className="other">
            <TextField {...form.field(`${name}.address`)} label={t('where.address')} autoComplete="off" />
          </div>
        </>
      )}
      <FieldErrors id={id} fieldErrors={fieldErrors} />
    </fieldset>
  )
}

/** Address and hours of a place; no hours for one that never closes. */
function PlaceLine({ place: { address, ...hours } }: { place: ShownAd['places'][number] }) {
  const t = useText('booking')
  const { language } = useLanguage()
  const place = withoutLoneNumbers(address)
  if (isAlwaysOpen(hours)) return place
  const daily = { from: formatTime(hours.opens_at, language), to: formatTime(hours.closes_at, language) }
  return (
    <>
      {`${place} · `}
      <bdi>{hours.week ? weekText(hours.week, language, t('where.shut')) : t('where.hours', daily)}</bdi>
    </>
  )
}
