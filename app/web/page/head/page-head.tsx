import { useTextAt } from '#app/i18n/text/text.tsx'
import type { JoinedHandle } from '../page-handle.ts'
import type { PageMeta } from './page-meta.ts'

/**
 * Title, description, social cards and structured data of every page, rendered by the root. They come from `meta` in
 * the loader's data (`PageMeta`) or from text keys in the route's handle. Routes export React Router's `meta` only for
 * other tags, such as the link to a feed. (The root's own `meta` can't do this: it runs before the page's matches are
 * known.)
 */
export function PageHead({
  loaded,
  handle,
  brand,
  origin,
}: {
  /** The loaders' data of all matched routes. */
  loaded: readonly unknown[]
  handle: Pick<JoinedHandle, 'title' | 'description'>
  brand: string | undefined
  origin: string | undefined
}) {
  const textAt = useTextAt()
  const meta = metaOf(loaded)
  const title = meta.title ?? (handle.title && textAt(handle.title))
  const description = meta.description ?? (handle.description && textAt(handle.description))
  if (title === undefined) return null
  const full = brand ? `${title} - ${brand}` : title
  return (
    <>
      <title>{full}</title>
      {description && <meta name="description" content={description} />}
      <meta property="og:title" content={full} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:type" content="website" />
      {brand && <meta property="og:site_name" content={brand} />}
      {meta.image && (
        <>
          <meta property="og:image" content={new URL(meta.image, origin).href} />
          <meta property="og:image:alt" content={meta.imageAlt ?? title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {meta.jsonLd?.map((object) => object && <StructuredData key={JSON.stringify(object)} object={object} />)}
    </>
  )
}

function StructuredData({ object }: { object: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...object })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is JSON without `<`, and only a tag could end the script
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }} />
}

function metaOf(loaded: readonly unknown[]): PageMeta {
  const page = loaded.findLast((data) => data !== null && typeof data === 'object' && 'meta' in data)
  return (page as { meta: PageMeta } | undefined)?.meta ?? {}
}
