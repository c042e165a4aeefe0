import type { ComponentProps, ReactNode, Ref } from 'react'
import { useText } from '#app/i18n/text/text.tsx'

/** The element that Leaflet draws in, with buttons to zoom in and out; `children` follow them. */
export function MapBox({
  ref,
  zoom,
  children,
  ...canvas
}: {
  ref: Ref<HTMLDivElement>
  zoom(by: 1 | -1): void
  children?: ReactNode
} & Pick<ComponentProps<'div'>, 'aria-label' | 'aria-describedby' | 'onKeyDown'>) {
  const t = useText('map')
  return (
    <div className="map-box" dir="ltr">
      {/* role=application: the map handles its own keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an application is interactive */}
      <div ref={ref} className="map-canvas" role="application" tabIndex={0} {...canvas} />
      <div className="map-zoom">
        <button type="button" className="ib" aria-label={t('zoomIn')} onClick={() => zoom(1)}>
          +
        </button>
        <button type="button" className="ib" aria-label={t('zoomOut')} onClick={() => zoom(-1)}>
          −
        </button>
      </div>
      {children}
    </div>
  )
}
