/** For which sign-in this tab has sent which zone, so that it does so once. */
const SENT = 'time-zone'

/** Saves the browser's time zone in the account, as notifications give times in it. */
export async function sendTimeZone(signIn: string): Promise<void> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const sent = `${signIn} ${time_zone}`
  if (!time_zone || sessionStorage.getItem(SENT) === sent) return
  const body = new URLSearchParams({ time_zone })
  const answer = await fetch('/profile/time-zone', { method: 'POST', body, redirect: 'error' })
  if (answer.ok) sessionStorage.setItem(SENT, sent)
}
