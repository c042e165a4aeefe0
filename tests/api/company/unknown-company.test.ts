import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const operator = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })

const UNKNOWN = 349_974_150

test.each([
  ['GET', `/desk/parts/?company=${UNKNOWN}`],
  ['GET', `/desk/deposits/?company=${UNKNOWN}`],
  ['DELETE', '/agency/logo/', { company: UNKNOWN }],
  ['PUT', '/desk/contract_text/', { company: UNKNOWN, language: 'ar', text: 'Text' }],
  ['POST', '/desk/keys/', { company: UNKNOWN, name: 'CRM', scopes: ['fleet:read'] }],
])('an operator who names a company that does not exist gets 404: %s %s', async (method, path, body?: object) => {
  const answer = await site.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${operator.access}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([answer.status, site.reported]).toEqual([404, []])
})
