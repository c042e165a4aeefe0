import { useEffect } from 'react'

/** Sends the browser's time zone to the signed-in person's account. Visitors do not load the script for it. */
export function TimeZonePlace({ signIn }: { signIn: string | undefined }) {
  useEffect(() => {
    if (!signIn) return
    import('./time-zone.live.ts').then(({ sendTimeZone }) => sendTimeZone(signIn)).catch(() => {})
  }, [signIn])
  return null
}
