import { RouterContextProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import type { Caller } from '#app/api/app.ts'
import { readConfig } from '#app/config.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { type ApiClient, apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { testApi } from '../../support/api/api.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

const { db } = await testDatabase({ demo: true })
const site = await testApi({ db, now: new Date().toISOString() })
const ORIGIN = 'https://example.org'
const soon = addDays(dateIn('Asia/Tehran', new Date()), 9)
const later = addDays(soon, 3)

/** The pages, each with the calls (`group.call`) that it cannot do without. */
const PAGES = {
  home: {
    module: () => import('#app/routes/home/home.tsx'),
    path: '/en',
    needs: ['places.rentCities'],
    params: {},
  },
  landing: {
    module: () => import('#app/routes/landing/cars.tsx'),
    path: '/en/landing/cars',
    needs: ['places.rentCities'],
    params: {},
  },
  'a vehicle': {
    module: () => import('#app/routes/book/book.tsx'),
    path: '/en/book/car/1',
    needs: ['reservations.rental'],
    params: { kind: 'car', id: '1' },
  },
  'a vehicle with dates': {
    module: () => import('#app/routes/book/book.tsx'),
    path: `/en/book/car/1/${soon}/${later}`,
    needs: ['reservations.rental', 'reservations.price'],
    params: { kind: 'car', id: '1', start: soon, end: later },
  },
}

/** An API in which only some calls work. */
function apiWithOnly(needs: readonly string[], broken: string[]) {
  return (caller: Caller) => {
    const api = site.as(caller) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    const groupOf = (group: string) =>
      new Proxy(
        {},
        {
          get: (_, call: string) => async (input: unknown) => {
            if (needs.includes(`${group}.${call}`)) return api[group]?.[call]?.(input)
            broken.push(`${group}.${call}`)
            throw new Error(`${group}.${call} is broken`)
          },
        },
      )
    return new Proxy({}, { get: (_, group: string) => groupOf(group) }) as ApiClient
  }
}

describe('a page works without its decorations', () => {
  test.each(Object.entries(PAGES))('%s', async (_, { module, path, needs, params }) => {
    const broken: string[] = []
    const log = vi.fn()
    const context = new RouterContextProvider()
    const about = { language: 'en', origin: ORIGIN, requestId: 'test', clientAddress: '192.0.2.1' } as const
    context.set(siteContext, {
      ...about,
      config: readConfig({ MODE: 'test' }),
      cookies: new Map(),
      bankOrigins: [],
      log,
    })
    context.set(apiDoorContext, apiWithOnly(needs, broken))
    const url = new URL(path, ORIGIN)
    const { loader } = await module()
    const page = await loader({ context, url, params, request: new Request(url), pattern: '' } as never)
    expect(page).toBeTruthy()
    expect(broken.length).toBeGreaterThan(0)
    const left = log.mock.calls.filter(([event]) => event === 'left-out')
    expect(left.length).toBeGreaterThan(0)
  })
})

describe('the sample bill of the home page', () => {
  stepsInOrder()

  const read = async () => {
    const { sampleBill } = await import('#app/routes/home/sample-bill.ts')
    const time = { start_date: soon, start_time: '10:00', end_date: later, end_time: '10:00' }
    return sampleBill(site.as({ language: 'en' }), { time, currency: 'IRT' })
  }

  test('leaves the insurance out where the company offers none', async () => {
    expect((await read())?.lines.map(([kind]) => kind)).toContain('insurance')
    await db.updateTable('company').set({ insurance_price: null }).execute()
    const bill = await read()
    expect(bill?.lines.map(([kind]) => kind)).not.toContain('insurance')
    expect(bill?.total).toBeGreaterThan(0)
  })

  test('uses another place where the airport opens later', async () => {
    const late = { opens_at: '11:00', closes_at: '20:00' }
    await db.updateTable('place').set(late).where('kind', '=', 'AIRPORT').execute()
    expect((await read())?.total).toBeGreaterThan(0)
  })

  test('is left out where no place is open', async () => {
    await db.updateTable('place').set({ opens_at: '11:00', closes_at: '20:00' }).execute()
    expect(await read()).toBeUndefined()
  })
})
