/**
 * Whether a place is open at a wall-clock time (`HH:MM`), both ends included. Equal ends mean all day; hours may go past
 * midnight. Source: *ours*.
 */
export function isOpenAt({ opens_at, closes_at }: { opens_at: string; closes_at: string }, time: string): boolean {
  if (opens_at === closes_at) return true
  if (closes_at < opens_at) return time >= opens_at || time <= closes_at
  return time >= opens_at && time <= closes_at
}
