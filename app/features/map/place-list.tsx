import type { ReactNode } from 'react'
import { formatTime } from '#app/i18n/format/dates.ts'
import { weekText } from '#app/i18n/format/opening-hours.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { MAP_SIZES } from '#app/rules/map/map-picture.ts'
import { isAlwaysOpen, type Week } from '#app/rules/time/opening-hours.ts'
import { LivePlaces } from './live-places.live.tsx'
import { PlaceDistances, PlaceWays } from './place-ways.tsx'
import type { MapSource } from './static-map.tsx'
import '../../../styles/maps.css'
import '../../../styles/reading.css'

/** A place in a list beside a map. */
export interface ListedPlace {
  id: number
  name: string
  address: string
  phone: string | null
  opens_at: string
  closes_at: string
  week: Week | null
  latitude: number | null
  longitude: number | null
  centre_km: number | null
  airport_km: number | null
}

/** Places with their hours and links to maps, numbered as on the picture above them. */
export function PlaceList<Place extends ListedPlace>({
  places,
  source,
  alt,
  className = 'stack',
  isLive,
  mapHref,
  headingOf,
  children,
}: {
  places: readonly Place[]
  source: MapSource | undefined
  /** The picture's alternative text. */
  alt: string
  className?: string
  /** Whether scripts may replace the picture by an interactive map. */
  isLive?: boolean
  /** The page with an interactive map, for pages without scripts. */
  mapHref?: string
  headingOf?: (place: Place) => ReactNode
  /** Further content for a place. */
  children?: (place: Place) => ReactNode
}) {
  const t = useText('map')
  const picture = source && (
    <img
      className="map-image"
      src={source.src}
      srcSet={`${source.src} 1x, ${source.sharp} 2x`}
      alt={alt}
      {...MAP_SIZES.place}
      loading="lazy"
      decoding="async"
    />
  )
  return (
    <div className={className}>
      <div className="stack stack-2">
        {isLive && picture ? <LivePlaces places={markedPlaces(places)} label={alt} picture={picture} /> : picture}
        {mapHref && picture && (
          <p>
            <a href={mapHref} rel="nofollow">
              {t('move')}
            </a>
          </p>
        )}
      </div>
      <ol className="spots">
        {places.map((place) => (
          <li key={place.id}>
            <b>{headingOf ? headingOf(place) : place.name}</b>
            <p className="sm soft">{place.address}</p>
            <p className="sm">
              <Hours place={place} />
              {children?.(place)}
            </p>
            <p className="sm soft">
              <PlaceDistances place={place} />
            </p>
            <PlaceWays place={place} phone={place.phone} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The places that have coordinates, with their numbers in the list. */
function markedPlaces(places: readonly ListedPlace[]) {
  return places.flatMap(({ latitude: lat, longitude: lng, name }, index) =>
    lat === null || lng === null ? [] : [{ lat, lng, name, number: index + 1 }],
  )
}

function Hours({ place: { opens_at, closes_at, week } }: { place: ListedPlace }) {
  const t = useText('map')
  const { language } = useLanguage()
  if (isAlwaysOpen({ opens_at, closes_at, week })) return t('place.always')
  if (week) return weekText(week, language, t('place.shut'))
  return t('place.hours', { from: formatTime(opens_at, language), to: formatTime(closes_at, language) })
}
