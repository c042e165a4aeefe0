import type { MetaDescriptor } from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'

/** The link by which a feed reader finds the blog's feed on any of its pages. */
export function feedLink({
  origin,
  language,
  title,
}: {
  origin: string
  language: Language
  title: string
}): MetaDescriptor {
  const href = origin + pathIn(language, '/blog/feed.xml')
  return { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title, href }
}
