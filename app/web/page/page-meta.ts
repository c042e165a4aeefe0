import type { MetaDescriptor } from 'react-router'

/** What search engines and shared links show of a page. */
export interface PageMeta {
  /** Without the product's name, which is added after a dash (§1). */
  title: string
  description: string
  /** Path of a picture for shared links. */
  image?: string
  /** Structured data, one object each; left out where there is none. */
  jsonLd?: readonly (object | undefined)[]
}

type RootMatch = { id: string; loaderData?: unknown } | undefined

/**
 * A page's `meta`: `export const meta = ({ loaderData, matches }) => loaderData ? pageMeta(loaderData.meta, matches) : []`.
 * The texts come from the loader (`textFor`), because in the browser `meta` runs before the page's texts are there.
 */
export function pageMeta(
  { title, description, image, jsonLd = [] }: PageMeta,
  matches: readonly RootMatch[],
): MetaDescriptor[] {
  const { brand, origin } = rootOf(matches)
  const full = brand ? `${title} - ${brand.name}` : title
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    ...(brand ? [{ property: 'og:site_name', content: brand.name }] : []),
    ...(image ? [{ property: 'og:image', content: new URL(image, origin).href }] : []),
    ...jsonLd
      .filter((object) => object !== undefined)
      .map((object) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...object } }) as MetaDescriptor),
  ]
}

function rootOf(matches: readonly RootMatch[]): { brand?: { name: string }; origin?: string } {
  const found = matches.find((match) => match?.id === 'root')?.loaderData
  return found !== null && typeof found === 'object' ? found : {}
}
