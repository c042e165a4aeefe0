import { AsyncLocalStorage } from 'node:async_hooks'

/** For what a statement runs: a call of the contract, by method and path, within a request; or a job. */
export type Task = { call: string; request: string } | { job: string }

const tasks = new AsyncLocalStorage<Task>()

/** Runs `work` as a part of a task, which logs then name. Source: *ours*. */
export function inTask<Result>(task: Task, work: () => Result): Result {
  return tasks.run(task, work)
}

/** What runs now; undefined outside calls and jobs. */
export function currentTask(): Task | undefined {
  return tasks.getStore()
}
