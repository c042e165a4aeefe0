import { beforeAll, type RunnerTestSuite } from 'vitest'

/**
 * Keeps the tests of a file, or of the `describe` in which this is called, as they are written when tests are shuffled: they
 * are one story in named steps, each of which goes on from what the one before it left. All others run in any order.
 */
export function stepsInOrder() {
  // Like `describe(…, { shuffle: false })`, which a file has no place for: read again after these hooks.
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from this text which fixtures it needs.
  beforeAll(({}, group) => keepOrder(group))
}

function keepOrder(group: Readonly<RunnerTestSuite>) {
  Object.assign(group, { shuffle: false })
  for (const task of group.tasks) if (task.type === 'suite') keepOrder(task)
}
