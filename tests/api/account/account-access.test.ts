import { beforeAll, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, phoneOf } from '../../support/api/fleet.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
beforeAll(() => loadFleet(db))

/** The five identities that request the owner's things. */
async function fivePeople() {
  const api = await testApi({ db })
  const as = (count: number) => signIn(api, phoneOf(count), { clientAddress: `198.51.100.${count}` })
  const owner = await as(1)
  const another = await as(2)
  const agency = await as(3)
  const admin = await as(4)
  const e164 = (count: number) => `+98${phoneOf(count).slice(1)}`
  await db.updateTable('account').set({ role: 'AGENT', company_id: 1 }).where('phone', '=', e164(3)).execute()
  await db.updateTable('account').set({ role: 'ADMIN' }).where('phone', '=', e164(4)).execute()
  api.clock.advance(3)
  return { api, owner, another, agency, admin, e164 }
}

test('people see their own profile, with the company that they work for', async () => {
  const { owner, another, agency, admin } = await fivePeople()
  const seen = await Promise.all(
    [owner, another, agency, admin].map(async ({ calls }) => {
      const { phone, is_agency, is_admin, company } = await calls.account.profile()
      return { phone, is_agency, is_admin, company: company?.id ?? null }
    }),
  )
  expect(seen).toEqual([
    { phone: phoneOf(1).slice(1), is_agency: false, is_admin: false, company: null },
    { phone: phoneOf(2).slice(1), is_agency: false, is_admin: false, company: null },
    { phone: phoneOf(3).slice(1), is_agency: true, is_admin: false, company: 1 },
    { phone: phoneOf(4).slice(1), is_agency: false, is_admin: true, company: null },
  ])
})

test('only the owner can end the owner’s session; for everybody else it does not exist', async () => {
  const { api, owner, another, agency, admin } = await fivePeople()
  const { results } = await owner.calls.account.sessions()
  const id = results.find(({ current }) => current)?.id ?? ''
  expect((await refusal(api.as().account.endSession({ id }))).code).toBe('INVALID_TOKEN')
  for (const { calls } of [another, agency, admin]) {
    expect(await refusal(calls.account.endSession({ id }))).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  }
  expect(await owner.calls.account.endSession({ id })).toEqual({ ended: true })
})

test('only an operator can make a link that signs somebody in', async () => {
  const { api, owner, another, agency, admin } = await fivePeople()
  const wanted = { phone: phoneOf(1), country_code: '+98' }
  expect((await refusal(api.as().account.issueDirectLogin(wanted))).code).toBe('INVALID_TOKEN')
  for (const { calls } of [owner, another, agency]) {
    expect((await refusal(calls.account.issueDirectLogin(wanted))).code).toBe('NOT_FOUND')
  }
  expect((await admin.calls.account.issueDirectLogin(wanted)).url).toContain('/login?token=')
})

describe('over HTTP', () => {
  test('a bearer token gives access, in both spellings of the address', async () => {
    const api = await testApi({ db })
    const owner = await signIn(api, phoneOf(5))
    for (const path of ['/api/users/profile', '/api/users/profile/']) {
      const answer = await api.fetch(path, { headers: { authorization: `Bearer ${owner.access}` } })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toHaveProperty('credit')
    }
  })

  test('the OpenAPI document says which calls require it', async () => {
    const api = await testApi({ db })
    const document = (await (await api.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security?: unknown }>>
      components: { securitySchemes: unknown }
    }
    expect(document.components.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } })
    expect(document.paths['/users/profile/']?.get?.security).toEqual([{ bearer: [] }])
    expect(document.paths['/users/login/']?.post?.security).toBeUndefined()
  })
})
