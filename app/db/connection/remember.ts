import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

const MOST_KEYS = 100

type Remembered<Found> = {
  (db: Kysely<DB>, key?: string): Promise<Found>
  /** Reads again, even if a value is kept. */
  again: (db: Kysely<DB>, key?: string) => Promise<Found>
}

/** The primary of each replica. */
const primaries = new WeakMap<Kysely<DB>, Kysely<DB>>()

/** Lets a replica share what is cached of its primary, so that what was read again after a write holds for both. Source: *ours*. */
export function shareRemembered(replica: Kysely<DB>, primary: Kysely<DB>): void {
  primaries.set(replica, primary)
}

/**
 * Caches what `read` returns for some seconds, for each database and key. Concurrent callers share one read; a failed
 * one is not kept. When there are too many keys, the oldest are dropped. Source: *ours*.
 */
export function remember<Found>(
  seconds: number,
  read: (db: Kysely<DB>, key: string) => Promise<Found>,
): Remembered<Found> {
  const kept = new WeakMap<Kysely<DB>, Map<string, { until: number; found: Promise<Found> }>>()
  const keptOf = (reader: Kysely<DB>) => {
    const db = primaries.get(reader) ?? reader
    const known = kept.get(db) ?? new Map<string, { until: number; found: Promise<Found> }>()
    kept.set(db, known)
    return known
  }
  const refresh = (db: Kysely<DB>, key: string) => {
    const found = read(db, key)
    const held = keptOf(db)
    held.delete(key)
    held.set(key, { until: performance.now() + seconds * 1000, found })
    const [oldest] = held.keys()
    if (held.size > MOST_KEYS && oldest !== undefined) held.delete(oldest)
    found.catch(() => keptOf(db).delete(key))
    return found
  }
  const recall = (db: Kysely<DB>, key = '') => {
    const held = keptOf(db).get(key)
    return held && held.until > performance.now() ? held.found : refresh(db, key)
  }
  // A replica may not have yet what made the caller ask again.
  const again = (db: Kysely<DB>, key = '') => refresh(primaries.get(db) ?? db, key)
  return Object.assign(recall, { again })
}
