import { DEMONSTRATION_SECRET } from '#app/config.ts'
import { sessionCookie, sessionOf } from '#app/web/session/cookie/session-cookie.ts'
import { codeSentTo } from '../browser/steps/sign-in.ts'
import type { SiteProcess } from './process/site-process.ts'

/** Signs in a person of a site's demonstration without a page; returns the cookie for pages and the token for calls. */
export async function signedIn(site: SiteProcess, phone: string): Promise<{ cookie: string; token: string }> {
  const person = { country_code: '+98', phone }
  await call(site, 'POST', '/users/login/', person)
  const token = await codeSentTo(`+98${phone}`, 1, site.dataDir)
  const tokens = await call(site, 'POST', '/users/token/', { ...person, token })
  const profile = await call(site, 'GET', '/users/profile/', undefined, tokens.access)
  const session = sessionOf(tokens as { access: string; refresh: string }, profile as never)
  const [cookie = ''] = sessionCookie(session, { secret: DEMONSTRATION_SECRET, origin: site.origin }).split(';')
  return { cookie, token: String(tokens.access) }
}

async function call(site: SiteProcess, method: string, path: string, body?: object, token?: string) {
  const answer = await fetch(`${site.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}
