/**
 * How long the event loop has been kept from its next turn at most, in milliseconds of the processor: what others on the machine take
 * does not count.
 */
export function watchBlocking(): { longest: () => number; stop: () => void } {
  let longest = 0
  let before = process.cpuUsage()
  const timer = setInterval(() => {
    const used = process.cpuUsage(before)
    longest = Math.max(longest, (used.user + used.system) / 1000)
    before = process.cpuUsage()
  }, 1)
  return { longest: () => longest, stop: () => clearInterval(timer) }
}
