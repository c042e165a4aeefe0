/** The session storage key for the session and zone that this tab has sent, so that it sends them once. */
const SENT = 'time-zone'

/** Saves the browser's time zone in the account, because notifications contain times. */
export async function sendTimeZone(signIn: string): Promise<void> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const sent = `${signIn} ${time_zone}`
  if (!time_zone || sessionStorage.getItem(SENT) === sent) return
  const body = new URLSearchParams({ time_zone })
  const answer = await fetch('/profile/time-zone', { method: 'POST', body, redirect: 'error' })
  if (answer.ok) sessionStorage.setItem(SENT, sent)
}
