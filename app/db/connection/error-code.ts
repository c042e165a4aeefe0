/** The code of a system or SQL error (`ENOENT`, `23P01`), empty for anything else. Source: *ours*. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** 25006: a primary that has just become a standby, in a failover. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|57P0[123]|08\w{3}|53300|25006)$/
const AWAY_WORDS = /Connection terminated|timeout exceeded when trying to connect|is not queryable/

/** The codes of PostgreSQL and of the system for a full disk or quota. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/

/** Whether an error means that the disk of the database or of uploads is full. Reads still work then. Source: *ours*. */
export function isDiskFull(error: unknown): boolean {
  return FULL.test(codeOf(error))
}

/** Whether an error means that the database cannot be reached at the moment; a retry may work. Source: *ours*. */
export function isDatabaseAway(error: unknown): boolean {
  return AWAY.test(codeOf(error)) || (error instanceof Error && AWAY_WORDS.test(error.message))
}

/**
 * Whether a statement was cancelled because it took longer than statements may: mostly it waited for a lock, of a transaction whose commit waits
 * for a standby that is cut off. A retry may work. Source: *ours*.
 */
export function isHeldUp(error: unknown): boolean {
  return codeOf(error) === '57014'
}

/** Whether an error means that a statement writes, or locks rows, where that is impossible: on a replica. Source: *ours*. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/** The code of a statement that a replica cancelled, because it was in the way of what the primary has written. */
const CANCELLED_BY_REPLAY = '40001'

/** Whether another try on the primary may work where a replica failed. Source: *ours*. */
export function isReplicaError(error: unknown): boolean {
  return isReadOnly(error) || isDatabaseAway(error) || codeOf(error) === CANCELLED_BY_REPLAY
}

/** Raised in the transaction of a key that was revoked meanwhile (`db/migrations/0830-api-keys.ts`). */
const KEY_REVOKED = 'SVK01'

/** Whether an error means that the key for programs was revoked while its request ran. Source: *ours*. */
export function isKeyRevoked(error: unknown): boolean {
  return codeOf(error) === KEY_REVOKED
}
