import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { type ListedPlace, PlaceList } from './place-list.tsx'
import type { MapSource } from './static-map.tsx'

/** A page of places with interactive maps, to which pages without scripts link. */
export function PlacesPage({
  crumbs,
  title,
  maps,
}: {
  crumbs: readonly { label: string; href?: string }[]
  title: string
  maps: readonly {
    key: string
    /** Left out when there is only one map. */
    name: string | undefined
    alt: string
    source: MapSource | undefined
    places: readonly (ListedPlace & { href: string | undefined })[]
  }[]
}) {
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <div className="page-head">
          <h1>{title}</h1>
        </div>
        {maps.map(({ key, name, alt, source, places }) => (
          <section key={key} className="section" aria-label={name ?? title}>
            {name && <h2 className="pb-4">{name}</h2>}
            <PlaceList
              {...{ places, source, alt }}
              isLive
              headingOf={({ href, name }) => (href ? <a href={href}>{name}</a> : name)}
            />
          </section>
        ))}
      </div>
    </main>
  )
}
