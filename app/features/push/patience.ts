/** §9, push: how long each step may take and how often it is tried. */
export const REGISTRATION_MS = 10_000
export const READY_MS = 5000
export const INIT_RETRIES = 3
export const TOKEN_TRIES = 3
export const TOKEN_PAUSE_MS = 2000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries up to `retries` times, `pauseMs(n)` after the n-th failure (from 0). Throws the last attempt's error. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { retries, pauseMs, wait = pause }: { retries: number; pauseMs: (failures: number) => number; wait?: typeof pause },
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (failures >= retries) throw error
      await wait(pauseMs(failures))
    }
  }
}

/** min(1 s × 2^n, 5 s) (§9). */
export const initPause = (failures: number) => Math.min(1000 * 2 ** failures, 5000)

/** Rejects when `work` takes longer than `ms`. */
export function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('took too long')), ms)),
  ])
}
