import { useSyncExternalStore } from 'react'
import { isTimeZone } from '#app/rules/time/time-zone.ts'

/** By which clock the reader reads: their browser's where scripts run, until then the one that the server knows of. */
export function useReaderZone(known: string): string {
  return useSyncExternalStore(neverChanges, browserZone, () => known)
}

/** The browser's time zone; UTC where it names none that clocks can be set by. */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && isTimeZone(timeZone) ? timeZone : 'UTC'
}

const neverChanges = () => () => {}
