import { useSyncExternalStore } from 'react'
import { isTimeZone } from '#app/rules/time/time-zone.ts'

/** The reader's time zone: the browser's once scripts run, until then the one that the server knows. */
export function useReaderZone(known: string): string {
  return useSyncExternalStore(neverChanges, browserZone, () => known)
}

/** The browser's time zone; UTC when it names no valid one. */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : 'UTC'
}

const neverChanges = () => () => {}
