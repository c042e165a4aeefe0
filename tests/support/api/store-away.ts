import type { TestApi } from './api.ts'

/** Runs `work` while the file store removes nothing. */
export async function withStoreAway<Result>(
  { deps: { files } }: Pick<TestApi, 'deps'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { remove } = files
  files.remove = () => Promise.reject(new Error('the store is away'))
  try {
    return await work()
  } finally {
    files.remove = remove
  }
}
