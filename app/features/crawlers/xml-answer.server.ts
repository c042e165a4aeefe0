const TEN_MINUTES = 'public, max-age=600'

type Entry = { element: 'url' | 'sitemap'; address: string; updated: string | undefined }

/** A sitemap or a sitemap index. Source: sitemaps.org, protocol 0.9. */
export function xmlAnswer(root: 'urlset' | 'sitemapindex', entries: readonly Entry[]): Response {
  const lines = entries.map(({ element, address, updated }) => {
    const changed = updated ? `<lastmod>${updated}</lastmod>` : ''
    return `<${element}><loc>${escapeXml(address)}</loc>${changed}</${element}>`
  })
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${root}>`,
    '',
  ].join('\n')
  return new Response(body, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': TEN_MINUTES },
  })
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
