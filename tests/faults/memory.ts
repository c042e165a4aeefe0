import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, measured, type Row, spread } from '../bench/table.ts'
import { underWork } from './work.ts'

const EVERY_MS = 500
/** What garbage collection moves from one minute to the next. */
const MOST_GROWTH_PERCENT = 10

/** Compares the memory of the last third of the time with that of the second; in the first one, caches fill. */
export function measureMemory({ minutes }: { minutes: number }): Promise<Row[]> {
  return underWork(async ({ machine }) => {
    const samples: number[] = []
    const end = Date.now() + minutes * 60_000
    for (; Date.now() < end; await sleep(EVERY_MS)) {
      samples.push(machine.memory())
      // A page that nobody keeps: what is rendered must be let go.
      await fetch(`${machine.origin}/en/rent/car?city=1061&to=${10_000_000 + samples.length}`).then((answer) =>
        answer.text(),
      )
    }
    const third = Math.floor(samples.length / 3)
    const [middle, last] = [spread(samples.slice(third, 2 * third)).median, spread(samples.slice(2 * third)).median]
    return [
      measured('memory at first', samples[0] ?? 0, 'MB'),
      measured('memory in the second third, median', middle, 'MB'),
      measured('memory in the last third, median', last, 'MB'),
      atMost('growth', (100 * (last - middle)) / middle, MOST_GROWTH_PERCENT, '%', 1),
    ]
  })
}
