/**
 * The metadata of a page for search engines and social cards: `meta` in its loader's data. Fields given by its handle
 * can be left out.
 */
export interface PageMeta {
  /** Without the product's name, which is added after a dash (§1). */
  title?: string
  description?: string
  /** Path of a picture for shared links. */
  image?: string
  /** What it shows; the title where it is left out. */
  imageAlt?: string
  /** Structured data, one object each; left out where there is none. */
  jsonLd?: readonly (object | undefined)[]
}
