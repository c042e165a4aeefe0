import { speculationRules } from '#app/web/page/prefetched-pages.ts'

/** Which links browsers may prefetch. They apply the rules only if they come with this type. */
export function loader() {
  return new Response(JSON.stringify(speculationRules()), {
    headers: { 'content-type': 'application/speculationrules+json', 'cache-control': 'public, max-age=86400' },
  })
}
