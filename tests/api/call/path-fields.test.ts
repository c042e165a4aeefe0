import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { os } from '@orpc/server'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { withPathFields } from '#app/api/call/path-fields.ts'
import { contract } from '#app/contract/contract.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
beforeAll(() => loadFleet(db))

type Route = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: `/${string}` }

/** Every call of the contract with path parameters. */
function routesIn(part: unknown): Route[] {
  if (!part || typeof part !== 'object') return []
  const route = (part as { '~orpc'?: { route?: Route } })['~orpc']?.route
  if (route) return route.path.includes('{') ? [route] : []
  return Object.values(part).flatMap(routesIn)
}
const routes = routesIn(contract)

test('many calls have parameters in their path', () => {
  expect(routes.length).toBeGreaterThan(20)
})

test.each(routes)('$method $path: no field of body or query overrides the path', async ({ method, path }) => {
  const echo = os
    .route({ method, path })
    .input(z.looseObject({}))
    .handler(({ input }) => input)
  const handler = new OpenAPIHandler(
    { echo },
    {
      clientInterceptors: [
        ({ next, ...call }) =>
          next({ ...call, input: withPathFields(call.input, { template: path, pathname: `/api${pathOf(path)}` }) }),
      ],
    },
  )
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const other = Object.fromEntries(names.map((name) => [name, 'other']))
  const address = `http://localhost/api${pathOf(path)}`
  const request =
    method === 'GET'
      ? new Request(`${address}?${new URLSearchParams({ ...other, more: 'kept' })}`)
      : new Request(address, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...other, more: 'kept' }),
        })
  const { response } = await handler.handle(request, { prefix: '/api', context: {} })
  const own = Object.fromEntries(names.map((name) => [name, 'of the path']))
  expect(await response?.json()).toEqual({ ...own, more: 'kept' })
})

const pathOf = (template: string) => template.replace(/\{\w+\}/g, 'of%20the%20path')

test('a reservation is for the vehicle in the address, whatever the body says', async () => {
  const answer = await site.fetch('/api/v2/rentals/101/reserve/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...RENTAL, ...DRIVER, id: 102 }),
  })
  expect(answer.status).toBe(201)
  const reserved = (await db.selectFrom('reservation').select('ad_id').execute()).map(({ ad_id }) => ad_id)
  expect(reserved).toEqual([101])
})
