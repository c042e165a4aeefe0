/** A function that runs at most `places` tasks at a time; the others wait, first come, first served. */
export function limitConcurrency(places: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
