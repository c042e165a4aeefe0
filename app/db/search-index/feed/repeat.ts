import { SECOND_MS } from '#app/rules/time/durations.ts'

/** How often to look without having been woken. */
const EVERY_MS = SECOND_MS
/** For how long those who wake it are gathered, so that many changes are read together. */
const GATHER_MS = 10

/** Does a step now, whenever it is woken, and every second; one at a time. A step that fails is logged once until one succeeds. */
export function repeat(
  step: (facts: { isStopping: () => boolean }) => Promise<void>,
  { name, log }: { name: string; log: (line: string) => void },
): { wake: () => void; stop: () => Promise<void> } {
  let isStopped = false
  let isWoken = false
  let isFailing = false
  let resume = () => {}
  const wake = () => {
    isWoken = true
    resume()
  }
  const done = work()
  return {
    wake,
    stop() {
      isStopped = true
      wake()
      return done
    },
  }

  async function work() {
    while (!isStopped) {
      isWoken = false
      await step({ isStopping: () => isStopped }).then(
        () => {
          isFailing = false
        },
        (error: Error) => {
          if (!isFailing && !isStopped) log(`${name}: ${error.message}`)
          isFailing = true
        },
      )
      if (!isWoken || isFailing) await pause(EVERY_MS, !isFailing)
      if (!isStopped) await pause(GATHER_MS, false)
    }
  }

  async function pause(ms: number, isResumed: boolean) {
    await new Promise<void>((end) => {
      const timer = setTimeout(end, ms)
      if (!isResumed) return
      resume = () => {
        clearTimeout(timer)
        end()
      }
      if (isWoken || isStopped) resume()
    })
  }
}
