import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { loader } from '#app/routes/version/version.ts'
import { type SiteContext, siteContext } from '#app/web/page/context.ts'

test('the version page shows what runs, has no setting except the commit, and is not indexed', async () => {
  const context = new RouterContextProvider()
  const config = readConfig({ COMMIT: 'abc1234', SESSION_SECRET: 'x'.repeat(40) })
  context.set(siteContext, { config, language: 'fa' } as SiteContext)
  const answer = loader({ context } as unknown as Parameters<typeof loader>[0])
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(await answer.text()).toMatch(
    /^version \d+\.\d+\.\d+\ncommit abc1234\nstarted \d{4}-\d\d-\d\dT[\d:.]+Z\ncontract \d+\n$/,
  )
  expect(() => readConfig({ COMMIT: 'main; rm' })).toThrow(/COMMIT: must be a commit/)
})
