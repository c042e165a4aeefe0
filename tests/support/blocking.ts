/**
 * How long the event loop has been kept from its next turn at most, in milliseconds of the processor that its thread has used: what others
 * on the machine take does not count, nor what the process' other threads do meanwhile.
 */
export function watchBlocking(): { longest: () => number; stop: () => void } {
  let longest = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const used = process.threadCpuUsage(before)
    longest = Math.max(longest, (used.user + used.system) / 1000)
    before = process.threadCpuUsage()
  }, 1)
  return { longest: () => longest, stop: () => clearInterval(timer) }
}
