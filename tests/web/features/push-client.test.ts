import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { initPause, within, withRetries } from '#app/features/push/patience.ts'
import { openOnClick, showPush } from '#app/features/push/show-push.ts'
import { bundleWorker } from '#app/features/push/vite-workers.ts'
import type { WorkerScope } from '#app/features/push/worker-scope.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function worker(windows: { url: string }[] = []) {
  const listeners = new Map<string, (event: never) => void>()
  const close = vi.fn()
  const opened = vi.fn(async (url: string) => url)
  const moved = vi.fn(async (url: string) => url)
  const shown = vi.fn(async () => undefined)
  const clients = windows.map(({ url }) => {
    const client = { url, navigate: moved, focus: async () => client }
    return client
  })
  const scope = {
    location: { origin: 'https://savari.example' },
    registration: { showNotification: shown, getNotifications: async () => [{ close }] },
    clients: { matchAll: async () => clients, openWindow: opened },
    addEventListener: (name: string, listener: (event: never) => void) => listeners.set(name, listener),
  } as unknown as WorkerScope
  const click = async (url?: string) => {
    openOnClick(scope)
    let work: Promise<unknown> = Promise.resolve()
    const event = { waitUntil: (given: Promise<unknown>) => (work = given), notification: { close, data: { url } } }
    listeners.get('notificationclick')?.(event as never)
    await work
  }
  return { scope, click, close, opened, moved, shown }
}

describe('a notification', () => {
  test('shows its text and closes after ten seconds', async () => {
    const { scope, shown, close } = worker()
    const done = showPush(scope, { title: 'رزرو قطعی شد', body: 'تحویل', url: '/voucher/x', tag: 'a', dir: 'rtl' })
    await vi.advanceTimersByTimeAsync(9_900)
    expect(shown).toHaveBeenCalledWith(
      'رزرو قطعی شد',
      expect.objectContaining({ tag: 'a', data: { url: '/voucher/x' } }),
    )
    expect(close).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    await done
    expect(close).toHaveBeenCalledOnce()
  })

  test('opens its page, in an open tab of ours if there is one', async () => {
    const alone = worker()
    await alone.click('/en/voucher/x')
    expect(alone.opened).toHaveBeenCalledWith('https://savari.example/en/voucher/x')
    const beside = worker([{ url: 'https://savari.example/blog' }])
    await beside.click('/en/voucher/x')
    expect(beside.moved).toHaveBeenCalledWith('https://savari.example/en/voucher/x')
    expect(beside.opened).not.toHaveBeenCalled()
  })

  test.each(['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)'])(
    'never leads to another site (%s)',
    async (url) => {
      const { click, opened } = worker()
      await click(url)
      expect(opened).toHaveBeenCalledWith('https://savari.example')
    },
  )
})

describe('retrying', () => {
  test('waits min(1 s × 2^n, 5 s) between tries', () => {
    expect([0, 1, 2, 3].map(initPause)).toEqual([1000, 2000, 4000, 5000])
  })

  test('stops after the maximum number of tries, and says why', async () => {
    const waited: number[] = []
    const wait = async (ms: number) => waited.push(ms)
    const work = vi.fn().mockRejectedValue(new Error('away'))
    await expect(withRetries(work, { retries: 3, pauseMs: initPause, wait })).rejects.toThrow('away')
    expect(work).toHaveBeenCalledTimes(4)
    expect(waited).toEqual([1000, 2000, 4000])
  })

  test('ends when a step takes too long', async () => {
    const late = within(5000, new Promise(() => undefined))
    const refused = expect(late).rejects.toThrow('took too long')
    await vi.advanceTimersByTimeAsync(5001)
    await refused
  })
})

test('each worker is one classic script that imports nothing', { timeout: 60_000 }, async () => {
  vi.useRealTimers()
  for (const file of ['push-worker.ts', 'firebase-worker.ts']) {
    const script = await bundleWorker(new URL(`../../../app/features/push/${file}`, import.meta.url).pathname)
    expect(script).not.toMatch(/^\s*(import|export)\b|importScripts|gstatic/m)
    expect(() => new Function(script)).not.toThrow()
  }
})
