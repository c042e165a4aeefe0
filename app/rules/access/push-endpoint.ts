/**
 * The push services of browsers. The server posts to the endpoint that a client names, so no other host is accepted
 * (protocols/push.md §3.1).
 */
const HOSTS = ['fcm.googleapis.com', 'web.push.apple.com']
const DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

/** Whether a subscription's endpoint belongs to a known push service, or to the additional host in the settings. */
export function isPushEndpoint(endpoint: string, devHost?: string): boolean {
  if (endpoint.length > 1000 || !URL.canParse(endpoint)) return false
  const { protocol, hostname, host, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || username || password) return false
  if (devHost !== undefined && host === devHost) return true
  return port === '' && (HOSTS.includes(hostname) || DOMAINS.some((domain) => hostname.endsWith(domain)))
}
