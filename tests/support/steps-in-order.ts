import { beforeAll, type RunnerTestSuite } from 'vitest'

/**
 * Keeps the tests of a file, or of the `describe` in which this is called, in their written order when tests are shuffled: they
 * are the steps of one story, and each continues from the state that the previous one left. All others run in any order.
 */
export function stepsInOrder() {
  // Like `describe(…, { shuffle: false })`, which can't be said for a file. vitest reads the option again after these hooks.
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from this text which fixtures it needs.
  beforeAll(({}, group) => keepOrder(group))
}

function keepOrder(group: Readonly<RunnerTestSuite>) {
  Object.assign(group, { shuffle: false })
  for (const task of group.tasks) if (task.type === 'suite') keepOrder(task)
}
