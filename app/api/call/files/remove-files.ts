import type { Deps, Tx, Work } from '#app/api/call/context.ts'
import { MINUTE_SECONDS } from '#app/rules/time/durations.ts'

/** How many files a job removes at most. */
const BATCH = 100
/** A store that is away is tried again for some two days, at growing distances. */
const TRIES = { retryDelay: MINUTE_SECONDS, retryLimit: 12 }

/**
 * Removes files once the transaction has committed, by a job that is repeated until all are gone: what names them is deleted with it, so nothing
 * else would know of them. Source: *ours*.
 */
export async function removeAfterCommit(deps: Pick<Deps, 'enqueue'>, tx: Tx, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += BATCH) {
    await deps.enqueue(tx, 'remove-files', { keys: keys.slice(at, at + BATCH) }, TRIES)
  }
}

/** The job; one that is gone already is no error. Errors are thrown after all were tried. */
export async function removeFiles({ files }: Pick<Deps, 'files'>, { keys }: Work['remove-files']): Promise<void> {
  const errors: unknown[] = []
  for (const key of keys) await files.remove(key).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} files could not be removed`)
}
