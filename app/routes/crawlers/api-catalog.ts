import { apiAddress } from '#app/web/page/api-address.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/api-catalog'

/** Where programs find the API's descriptions and documentation. Source: RFC 9727; RFC 9264 for the form. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, config } = context.get(siteContext)
  const api = apiAddress({ origin, config })
  const described = (path: string, title: string) => ({ href: `${api}${path}`, type: 'application/json', title })
  const catalog = {
    linkset: [
      {
        anchor: api,
        'service-desc': [
          described('/openapi.json', 'For everybody and customers'),
          described('/openapi-examples.json', 'For everybody and customers, with an example of each call'),
          described('/company/openapi.json', 'For rental companies'),
        ],
        'service-doc': [{ href: `${api}/docs`, type: 'text/html' }],
        status: [{ href: `${origin}/readyz`, type: 'text/plain' }],
      },
    ],
  }
  return new Response(JSON.stringify(catalog), {
    headers: {
      'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      'cache-control': 'public, max-age=3600',
    },
  })
}
