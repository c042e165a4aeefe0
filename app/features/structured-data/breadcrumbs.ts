/** The way to a page, in terms of schema.org: what `ui/page/breadcrumbs.tsx` shows. The last crumb is the page itself. */
export function breadcrumbsData(crumbs: readonly { label: string; href?: string }[], origin: string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(href && { item: origin + href }),
    })),
  }
}
