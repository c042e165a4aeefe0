import { createApi } from '#app/api/app.ts'
import { testDeps } from '#app/api/start-test-mode.ts'
import { aroundTestCalls } from '#app/api/test-mode/around-call.ts'
import { createTestMode, type OpenTestMode, type TestMode } from '#app/api/test-mode/test-mode.ts'
import type { Database } from '#app/db/connection/connection.ts'
import { loadTestMode } from '#app/db/test-mode/load.ts'
import { type TestApi, testApi } from './api.ts'
import { undocumented } from './documented.ts'

/** Test mode beside an API of the tests, over a second database; each answer is compared with its document. */
export async function testModeOf(
  site: TestApi,
  { db }: Pick<Database, 'db'>,
  { slowMs = 300 }: { slowMs?: number } = {},
): Promise<{ fetch: TestApi['fetch']; deps: OpenTestMode['deps']; mode: TestMode }> {
  await loadTestMode(db)
  const { deps: second } = await testApi({ db })
  const deps = testDeps(site.deps, { db, enqueue: second.enqueue })
  const report = (error: unknown) => site.reported.push(error)
  const open = async () => ({
    deps,
    handle: createApi(deps, report, aroundTestCalls(deps, { report, slowMs })).handle,
    close: async () => {},
  })
  const mode = createTestMode({ deps: site.deps, open, report })
  return {
    deps,
    mode,
    async fetch(path, init) {
      const request = new Request(`${site.deps.settings.origin}${path}`, init)
      const answer = await mode.handle(request, { clientAddress: '192.0.2.7', requestId: 'test' })
      const surprise = await undocumented(request.method, path, answer)
      if (surprise) throw new Error(surprise)
      return answer
    },
  }
}
