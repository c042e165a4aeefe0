import { PlaceDistances, PlaceWays } from '#app/features/map/place-ways.tsx'
import { StaticMap } from '#app/features/map/static-map.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import type { MapSize } from '#app/rules/map/map-picture.ts'
import type { HandOverMap } from './hand-over-maps.server.ts'

/** Pictures of maps of the hand-over places, with links to interactive maps. */
export function HandOverMaps({ maps, size = 'place' }: { maps: readonly HandOverMap[]; size?: MapSize }) {
  const t = useText('voucher')
  return (
    <ul className={maps.length > 1 ? 'grid2' : undefined}>
      {maps.map(({ at, place, source }) => (
        <li key={at} className="stack stack-1">
          {maps.length > 1 && <b className="sm">{t(`fact.${at}`)}</b>}
          <StaticMap at={{ lat: place.latitude, lng: place.longitude }} name={place.name} source={source} size={size} />
          <p className="sm soft">
            <PlaceDistances place={place} />
          </p>
          <PlaceWays place={place} />
        </li>
      ))}
    </ul>
  )
}
