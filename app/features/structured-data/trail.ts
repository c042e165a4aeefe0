import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'

/** A page's breadcrumbs for search engines. The last one is the page itself. */
export function breadcrumbList(
  crumbs: readonly { label: string; path: string }[],
  { origin, language }: { origin: string; language: Language },
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: origin + pathIn(language, path),
    })),
  }
}
