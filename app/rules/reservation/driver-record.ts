import { DAY_MS } from '../time/durations.ts'

/** What companies record of a driver after a rental: what they saw at the return, no stars and no words. Source: design/golive 51. */
export const DRIVER_FACTS = ['on_time', 'clean', 'undamaged', 'paid'] as const
export type DriverFact = (typeof DRIVER_FACTS)[number]

/** How long after the return it can be recorded or corrected. Source: *ours*. */
const RECORDABLE_DAYS = 30

/** Whether a company can record now how a completed rental went. */
export function isDriverRecordable({ status, end_at }: { status: string; end_at: Date }, now: Date): boolean {
  return status === 'COMPLETED' && now.getTime() - end_at.getTime() < RECORDABLE_DAYS * DAY_MS
}
