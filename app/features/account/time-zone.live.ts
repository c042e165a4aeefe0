/** For which sign-in this tab has sent which zone, so that it does so once. */
const SENT = 'time-zone'

/** Lets the account know by which clock its person reads: notifications are in their time zone (issue 8). */
export async function sendTimeZone(signIn: string): Promise<void> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const sent = `${signIn} ${time_zone}`
  if (!time_zone || sessionStorage.getItem(SENT) === sent) return
  const body = new URLSearchParams({ time_zone })
  const answer = await fetch('/profile/time-zone', { method: 'POST', body, redirect: 'error' })
  if (answer.ok) sessionStorage.setItem(SENT, sent)
}
