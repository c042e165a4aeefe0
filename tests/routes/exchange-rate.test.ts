import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { action } from '#app/routes/operator/settings.tsx'
import { apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'

const PAGE = {
  euro_rate: '120000',
  rate_before: '120000',
  approval_irt: '9000000',
  approval_eur: '500',
  reason: 'A limit',
}

/** What the page sends to the call. */
async function changeBy(fields: Record<string, string>): Promise<{ euro_rate?: number }> {
  const changes: { euro_rate?: number }[] = []
  const context = new RouterContextProvider()
  context.set(siteContext, {
    language: 'en',
    origin: 'https://savari.example',
    requestId: 'test',
    clientAddress: '192.0.2.1',
    config: readConfig({ MODE: 'test' }),
    cookies: new Map(),
    bankOrigins: [],
    log: () => {},
  })
  const change = async (input: object) => {
    changes.push(input)
    return { waits: false }
  }
  context.set(apiDoorContext, () => ({ operator: { settings: { change } } }) as never)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  await action({ context, request: body } as unknown as Parameters<typeof action>[0])
  expect(changes).toHaveLength(1)
  return changes[0] ?? {}
}

test('a page that was open while another rate was set takes none back', async () => {
  expect((await changeBy({ ...PAGE, approval_irt: '8000000' })).euro_rate).toBeUndefined()
})

test('a rate is sent where it was changed, or looked up again', async () => {
  expect((await changeBy({ ...PAGE, euro_rate: '۱۳۰٬۰۰۰' })).euro_rate).toBe(130_000)
  expect((await changeBy({ ...PAGE, rate_checked: 'on' })).euro_rate).toBe(120_000)
})
