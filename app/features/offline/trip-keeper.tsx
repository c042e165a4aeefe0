import { useEffect } from 'react'

/** The storage key that marks that trips may be kept on this device. */
const KEEPS = 'keeps-trips'

/**
 * Registers the site's service worker, which stores trips for reading offline. From then on, pages without scripts (as vouchers)
 * are stored, too. When a session has ended elsewhere, everything stored is deleted.
 * @param mayKeep somebody is signed in, or pays for a trip
 */
export function TripKeeper({ isSignedIn, mayKeep = isSignedIn }: { isSignedIn: boolean; mayKeep?: boolean }) {
  useEffect(() => {
    if (!('serviceWorker' in navigator && 'caches' in window)) return
    // Browsers that store nothing refuse it; the page does without.
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
