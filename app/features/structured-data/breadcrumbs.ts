/** The breadcrumbs that `ui/page/breadcrumbs.tsx` shows, as schema.org data. The last one is the page itself. */
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
