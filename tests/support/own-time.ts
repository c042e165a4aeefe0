/**
 * The milliseconds that this thread's own work took, of the fastest of three times: neither what others on the machine take, nor a
 * collection of garbage, nor a first compilation counts.
 */
export async function ownTime(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}
