import type { ReactNode } from 'react'
import { formatTime } from '#app/i18n/dates.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { MAP_SIZES } from '#app/rules/map/map-picture.ts'
import { PlaceDistances, PlaceWays } from './place-ways.tsx'
import type { MapSource } from './static-map.tsx'
import '../../../styles/maps.css'
import '../../../styles/reading.css'

/** A place as a list beside a map shows it. */
export interface ListedPlace {
  id: number
  name: string
  address: string
  phone: string | null
  opens_at: string
  closes_at: string
  latitude: number | null
  longitude: number | null
  centre_km: number | null
  airport_km: number | null
}

/** Places with their hours and ways to a map, numbered as on the picture above them. */
export function PlaceList<Place extends ListedPlace>({
  places,
  source,
  alt,
  className = 'stack',
  headingOf,
  children,
}: {
  places: readonly Place[]
  source: MapSource | undefined
  /** What the picture shows. */
  alt: string
  className?: string
  headingOf?: (place: Place) => ReactNode
  /** What else is said of a place. */
  children?: (place: Place) => ReactNode
}) {
  return (
    <div className={className}>
      {source && (
        <img
          className="map-image"
          src={source.src}
          srcSet={`${source.src} 1x, ${source.sharp} 2x`}
          alt={alt}
          {...MAP_SIZES.place}
          loading="lazy"
          decoding="async"
        />
      )}
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

function Hours({ place: { opens_at, closes_at } }: { place: ListedPlace }) {
  const t = useText('map')
  const { language } = useLanguage()
  if (opens_at === '00:00' && closes_at === '24:00') return t('place.always')
  return t('place.hours', { from: formatTime(opens_at, language), to: formatTime(closes_at, language) })
}
