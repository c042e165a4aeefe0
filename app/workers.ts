import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '#app/tracing/log-line.ts'

type Supervised = { count: number; finalCode: number; log: Log }

/** A worker that lived shorter is started again later. */
const SETTLED_MS = 30_000
const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 10_000

/** Which worker a process is, from 0; 0 also for the only process. */
export const workerNumber = () => Number(process.env.WORKER_NUMBER ?? 0)

/**
 * Serves with several processes that share one port: each is a whole site, and one that ends is started again. A signal to stop goes to all
 * of them; resolves when all have ended. A worker that ends with `finalCode` ends all, because another start would change nothing.
 * Source: issue 21, C.
 */
export async function superviseWorkers({ count, finalCode, log }: Supervised): Promise<void> {
  const stopping = new AbortController()
  let isStopping = false
  const running = new Map<number, Worker>()

  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  await Promise.all(Array.from({ length: count }, (_, number) => keepRunning(number)))

  async function keepRunning(number: number) {
    for (let pause = FIRST_PAUSE_MS; !isStopping; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
      const startedAt = performance.now()
      const { code, signal } = await runOnce(number)
      if (isStopping) break
      log('worker ended', { worker: number, code, signal })
      if (code === finalCode) {
        process.exitCode = finalCode
        stop('SIGTERM')
        break
      }
      if (performance.now() - startedAt > SETTLED_MS) pause = FIRST_PAUSE_MS
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  function runOnce(number: number) {
    const worker = cluster.fork({ WORKER_NUMBER: number })
    running.set(number, worker)
    return new Promise<{ code: number; signal: string }>((resolve) => {
      const end = (code: number, signal: string) => {
        running.delete(number)
        resolve({ code, signal })
      }
      worker.once('exit', end)
      // It could not be started, or not be reached any more.
      worker.on('error', ({ message }) => worker.isDead() && end(1, message))
    })
  }

  function stop(signal: NodeJS.Signals) {
    isStopping = true
    stopping.abort()
    for (const worker of running.values()) worker.process.kill(signal)
  }
}
