import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUpPush } from '#app/features/push/set-up.live.ts'

/** A browser's storage, empty for each test. */
function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const sent = vi.fn(async (_path: string, _init?: { body: URLSearchParams }) => new Response('{}'))
beforeEach(() => {
  sent.mockClear()
  vi.stubGlobal('window', { AndroidBridge: { getPushToken: () => 'token-of-the-app' } })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('fetch', sent)
})
afterEach(() => vi.unstubAllGlobals())

test('inside the Android app its own push token is registered once, and the browser is not asked for one', async () => {
  expect(await setUpPush(true)).toBe(true)
  expect(await setUpPush(true)).toBe(true)
  expect(sent).toHaveBeenCalledOnce()
  const [path, init] = sent.mock.calls[0] ?? []
  expect(path).toBe('/push/token')
  expect(Object.fromEntries(init?.body ?? [])).toEqual({
    registration_id: 'token-of-the-app',
    device_type: 'ANDROID',
    device_id: expect.stringMatching(/^ANDROID-[0-9a-f]{16}-\d+$/),
  })
})

test('a token that arrived before the sign-in is registered after it', async () => {
  expect(await setUpPush(false)).toBe(true)
  expect(sent).not.toHaveBeenCalled()
  expect(await setUpPush(true)).toBe(true)
  expect(sent).toHaveBeenCalledOnce()
})
