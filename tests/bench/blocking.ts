/** How long the event loop has been kept from its next turn at most, in milliseconds of the processor: others on the machine do not count. */
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
