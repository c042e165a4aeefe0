import { useEffect } from 'react'

/** Sends the browser's time zone to the account of who is signed in; none of it is fetched for anybody else. */
export function TimeZonePlace({ signIn }: { signIn: string | undefined }) {
  useEffect(() => {
    if (!signIn) return
    import('./time-zone.live.ts').then(({ sendTimeZone }) => sendTimeZone(signIn)).catch(() => {})
  }, [signIn])
  return null
}
