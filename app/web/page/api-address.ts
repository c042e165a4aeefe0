import type { SiteContext } from './context.ts'

/** The public address of the API, without a slash at its end: the site's own, or a remote one (`API_BASE_URL`). */
export function apiAddress({ origin, config }: Pick<SiteContext, 'origin' | 'config'>): string {
  return config.apiBaseUrl ? config.apiBaseUrl.replace(/\/$/, '') : `${origin}/api`
}
