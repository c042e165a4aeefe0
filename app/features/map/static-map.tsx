import { useText } from '#app/i18n/text/text.tsx'
import { mapHref } from '#app/rules/map/map-link.ts'
import { MAP_SIZES, type MapSize } from '#app/rules/map/map-picture.ts'
import type { LatLng } from '#app/rules/map/mercator.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import '../../../styles/maps.css'

/** The addresses of a map's picture, for usual and for high-density screens. */
export type MapSource = { src: string; sharp: string }

/**
 * A picture of a place, drawn by our server, that links to an interactive map. `name` is the name of the place, if it is known.
 */
export function StaticMap({ at, name, source, size }: { at: LatLng; name?: string; source: MapSource; size: MapSize }) {
  const t = useText('map')
  return (
    <a className="static-map" href={mapHref(at)} rel="noopener nofollow">
      <img
        src={source.src}
        srcSet={`${source.src} 1x, ${source.sharp} 2x`}
        alt={name ? t('alt', { name }) : t('altPlace')}
        {...MAP_SIZES[size]}
        loading="lazy"
        decoding="async"
      />{' '}
      <span className="row row-s tight sm b">
        <Icon name="pin" className="brand" />
        {name ?? <bdi dir="ltr">{`${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}`}</bdi>}
      </span>
    </a>
  )
}
