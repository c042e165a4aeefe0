import { askedRarely } from './asked-rarely.server.ts'

/** Where travellers download the mobile app: the last USER entry of the API's list (§7); the footer has no link without it. */
export const appLink = askedRarely('app-link', async ({ site }) => {
  const { results } = await site.apps()
  const app = results.findLast(({ type }) => type === 'USER')
  return app?.direct_url ?? app?.url ?? app?.link ?? app?.file ?? undefined
})
