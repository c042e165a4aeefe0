import { CONTRACT_VERSION } from '#app/contract/call/version.ts'
import { siteContext } from '#app/web/page/context.ts'
import { version } from '../../../package.json'
import type { Route } from './+types/version'

const startedAt = new Date()

/** What runs here and since when, for operators and their scripts; nothing of it is secret (§2, diagnostic pages). */
export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext)
  const lines = [
    `version ${version}`,
    `commit ${config.commit ?? 'unknown'}`,
    `started ${startedAt.toISOString()}`,
    `contract ${CONTRACT_VERSION}`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  })
}
