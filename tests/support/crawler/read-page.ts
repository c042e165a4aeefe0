import { setTimeout } from 'node:timers/promises'

/** What a crawler reads from an answer. */
export interface CrawledPage {
  address: string
  status: number
  location: string | null
  html: string
  lang: string | undefined
  title: string
  description: string
  canonical: string[]
  /** Addresses by `hreflang`. */
  alternates: Record<string, string>
  robots: string[]
  headings: number
  structuredData: Record<string, unknown>[]
  /** Addresses of this site that it links to, GET forms included. */
  links: string[]
}

/** Requests an address as a crawler does: without cookies, not following redirects. */
export async function readPage(address: string): Promise<CrawledPage> {
  const answer = await askPatiently(address)
  const html = await answer.text()
  const head = html.slice(0, html.indexOf('</head>'))
  const metaOf = (name: string) =>
    [...head.matchAll(new RegExp(`<meta name="${name}" content="([^"]*)"`, 'g'))].map(([, text = '']) => decoded(text))
  return {
    address,
    status: answer.status,
    location: answer.headers.get('location'),
    html,
    lang: /<html[^>]* lang="([^"]+)"/.exec(html)?.[1],
    title: decoded(/<title[^>]*>([^<]*)</.exec(head)?.[1] ?? ''),
    description: metaOf('description')[0] ?? '',
    canonical: [...head.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(([, href = '']) => decoded(href)),
    alternates: Object.fromEntries(
      [...head.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)].map(([, of = '', href = '']) => [
        of,
        decoded(href),
      ]),
    ),
    robots: metaOf('robots'),
    headings: html.match(/<h1[ >]/g)?.length ?? 0,
    structuredData: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
    ),
    links: linksOf(html, address),
  }
}

const MOST_TRIES = 8

/** Retries as crawlers do: a busy site says when to come again. */
async function askPatiently(address: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    })
    if (answer.status !== 503 || tries === MOST_TRIES) return answer
    await setTimeout(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}

function linksOf(html: string, address: string): string[] {
  const found = html.matchAll(/<a\b[^>]*?\shref="([^"]+)"|<form\b(?![^>]*method=)[^>]*?\saction="([^"]+)"/g)
  const { origin } = new URL(address)
  return [
    ...new Set(
      [...found]
        .map(([, href, action]) => new URL(decoded(href ?? action ?? ''), address))
        .filter((url) => url.origin === origin)
        .map((url) => origin + url.pathname + url.search),
    ),
  ]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
}

/** The addresses in a sitemap or a sitemap index, with the days on which they changed. */
export async function readSitemap(address: string): Promise<{ address: string; updated: string | undefined }[]> {
  const answer = await askPatiently(address)
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}`)
  const xml = await answer.text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g)].map(([, loc = '', updated]) => ({
    address: decoded(loc),
    updated,
  }))
}

/** Runs `work` for each item, at most `atOnce` at a time. */
export async function forEachOf<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
    }),
  )
}
