import { formatNumber } from '#app/i18n/format/numerals.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { geoHref, MAP_APPS, mapHref } from '#app/rules/map/map-link.ts'

/** A place that may be on a map. */
export interface LocatedPlace {
  name: string
  latitude: number | null
  longitude: number | null
}

/** Links to maps in the browser, to the phone's own map app, to those that people use, and to the telephone number, if there is one. */
export function PlaceWays({
  place: { name, latitude: lat, longitude: lng },
  phone,
}: {
  place: LocatedPlace
  phone?: string | null
}) {
  const t = useText('map')
  const { language } = useLanguage()
  return (
    <p className="row sm">
      {lat !== null && lng !== null && (
        <>
          <a href={mapHref({ lat, lng })} rel="noopener nofollow">
            {t('place.open')}
            <span className="vh">{`: ${name} `}</span>
          </a>
          <a href={geoHref({ lat, lng })} rel="nofollow">
            {t('place.app')}
            <span className="vh">{`: ${name} `}</span>
          </a>
          {Object.entries(MAP_APPS).map(([app, hrefOf]) => (
            <a key={app} href={hrefOf({ lat, lng })} rel="noopener nofollow">
              {t.loose(`place.apps.${app}`)}
              <span className="vh">{`: ${name} `}</span>
            </a>
          ))}
        </>
      )}
      {phone && <a href={`tel:${phone}`}>{phoneIn(language, phone)}</a>}
    </p>
  )
}

/** The distances of a place from the centre of its city and from the airport, as the crow flies. */
export function PlaceDistances({
  place: { centre_km, airport_km },
}: {
  place: { centre_km: number | null; airport_km: number | null }
}) {
  const t = useText('map')
  const { language } = useLanguage()
  // From 10 km on, a decimal would claim too much precision.
  const km = (distance: number) => formatNumber(distance, language, distance < 10 ? 1 : 0)
  return [
    centre_km !== null && t('place.centre', { km: km(centre_km) }),
    airport_km !== null && t('place.airport', { km: km(airport_km) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
