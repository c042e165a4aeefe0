import { apiAddress } from '#app/web/page/api-address.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/llms'

/** What assistants and their builders read first: where the site's pages and the API's guides are. Source: llmstxt.org. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, config } = context.get(siteContext)
  const docs = `${apiAddress({ origin, config })}/docs`
  const lines = [
    `# ${config.brand.name.en}`,
    '',
    '> Rental cars and motorbikes of many companies: search, compare, reserve, pay. In fa, en, ar, tr and de, with one API.',
    '',
    'Prices in the API are whole numbers in the minor unit of their currency. A reservation needs no account; paying stays with a person.',
    '',
    '## API',
    '',
    `- [Your first reservation](${docs}/first-reservation.md): from a search to a paid reservation with curl`,
    `- [Keys for programs](${docs}/keys.md): how a rental company's software signs in`,
    `- [Building a channel manager](${docs}/channel-manager.md): fleet, prices and dates`,
    `- [Test mode](${docs}/test-mode.md): a key for everybody, and vehicles that play each case`,
    `- [Webhooks](${docs}/webhooks.md): what happens to a company's things, as it happens or later`,
    `- [Errors](${docs}/errors.md): every code with cause and remedy`,
    `- [Idempotency](${docs}/idempotency.md), [limits](${docs}/limits.md), [changes and versions](${docs}/versions.md), [calls from browsers](${docs}/browsers.md)`,
    `- [OpenAPI document](${docs.replace(/docs$/, 'openapi.json')}): every call for everybody and customers; with examples: ${docs.replace(/docs$/, 'openapi-examples.json')}`,
    `- [OpenAPI document for companies](${docs.replace(/docs$/, 'company/openapi.json')})`,
    ...(config.hasMcp
      ? [`- [Tools for assistants (MCP)](${origin}/mcp): find and hold a vehicle; a person pays at the link`]
      : []),
    '',
    '## Site',
    '',
    `- [Search](${origin}/en/rent/car): cars by city and dates`,
    `- [Help centre](${origin}/en/pages/help): what travellers ask`,
    `- [Terms](${origin}/en/pages/terms)`,
    `- [Sitemap](${origin}/sitemap.xml)`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
