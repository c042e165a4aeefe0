import { useLocation } from 'react-router'
import { kindOf } from '#app/features/booking/book-address.ts'
import type { ShownAd } from '#app/features/booking/booking-form.ts'
import { CompanyLogo } from '#app/features/company/company-logo.tsx'
import { Heart } from '#app/features/favourites/heart.tsx'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { Tag } from '#app/ui/tag.tsx'

/** The vehicle, its company and its rating. */
export function Heading({ ad, isFreeToCancel }: { ad: ShownAd; isFreeToCancel: boolean }) {
  const { pathname, search } = useLocation()
  const t = useText('booking')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const { company, city } = ad
  return (
    <div className="stack stack-2">
      <div className="row row-s">
        {ad.pin && (
          <Tag kind="pin" icon="flag">
            {`${t(ad.pin)} `}
          </Tag>
        )}
        {ad.trust_type === 'DEPOSIT_FREE' ? (
          <Tag kind="ok">{vehicle('trust.DEPOSIT_FREE')}</Tag>
        ) : (
          <Tag>{t('deposit', { amount: formatMoney(ad.guarantee_amount, ad.currency, language) })}</Tag>
        )}{' '}
        {isFreeToCancel && <Tag kind="tint">{t('freeCancellation')}</Tag>}
      </div>
      <h1>
        {`${ad.title} `}
        <span className="mute font-normal">{formatModelYear(ad.year, ad.city.zone, language)}</span>
      </h1>
      <div className="row">
        {company.logo && <CompanyLogo company={company} small />}
        <a href={pathIn(language, `/companies/${company.slug}`)}>{company.name}</a>{' '}
        {company.verified && (
          <Tag kind="info" icon="badge">
            {`${t('verified')} `}
          </Tag>
        )}
        <Rating {...ad.rating} />{' '}
        <span className="row row-s tight sm soft">
          <Icon name="pin" size="s" />
          {[city.name, ad.places[0]?.name].filter(Boolean).join(commaOf(language))}
        </span>
        <Heart ad={ad} returnUrl={pathIn(language, pathname + search)} />
      </div>
    </div>
  )
}

/** The most important specifications. */
export function Details({ ad }: { ad: ShownAd }) {
  const t = useText('booking')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const fuel = vehicle(`fuel.${ad.fuel}`)
  return (
    <section className="card" aria-labelledby="details-title">
      <h2 id="details-title">{t('details.title')}</h2>
      <ul className="facts-grid">
        <Fact icon="gear" label={t('details.gearbox')} value={vehicle(`gearbox.${ad.gearbox}`)} />
        <Fact
          icon="seat"
          label={t(kindOf(ad.category) === 'motor' ? 'details.people' : 'details.seats')}
          value={formatNumber(ad.seats, language)}
        />
        <Fact
          icon="fuel"
          label={t('details.fuel')}
          value={ad.engine_cc ? t('details.engine', { fuel, cc: ad.engine_cc }) : fuel}
        />
        {ad.load_capacity > 0 && (
          <Fact icon="bag" label={t('details.luggage')} value={t('details.suitcases', { n: ad.load_capacity })} />
        )}
      </ul>
      {ad.about && <p className="soft mt-4">{ad.about}</p>}
      {ad.features.length > 0 && (
        <>
          <h3 className="vh">{t('details.features')}</h3>
          <ul className="row row-s mt-4">
            {ad.features.map((name) => (
              <li key={name} className="tag">
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Fact({ icon, label, value }: { icon: IconName; label: string; value: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>
        <small>{label}</small> <b>{value}</b>
      </span>
    </li>
  )
}
