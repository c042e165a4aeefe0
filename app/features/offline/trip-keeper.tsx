import { useEffect } from 'react'

/** Says that trips of somebody signed in may be kept on this device. */
const KEEPS = 'keeps-trips'

/**
 * Where it is on a page whose scripts run, the site's worker is set up, which keeps trips to be read without a network;
 * pages without a script, as vouchers are, are kept all the same from then on. A visit that has ended without a sign-out
 * here leaves nothing behind.
 * @param mayKeep somebody is signed in, or pays for a trip
 */
export function TripKeeper({ isSignedIn, mayKeep = isSignedIn }: { isSignedIn: boolean; mayKeep?: boolean }) {
  useEffect(() => {
    if (!('serviceWorker' in navigator && 'caches' in window)) return
    // It is an extra: browsers that keep nothing refuse it.
    void keep({ isSignedIn, mayKeep }).catch(() => {})
  }, [isSignedIn, mayKeep])
  return null
}

async function keep({ isSignedIn, mayKeep }: { isSignedIn: boolean; mayKeep: boolean }) {
  if (isSignedIn) localStorage.setItem(KEEPS, '1')
  else if (localStorage.getItem(KEEPS)) {
    localStorage.removeItem(KEEPS)
    const { forgetTrips } = await import('./kept-trips.ts')
    await forgetTrips()
  }
  if (mayKeep) await navigator.serviceWorker.register('/sw.js', { scope: '/' })
}
