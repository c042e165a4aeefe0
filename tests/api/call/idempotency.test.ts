import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { callsOf } from '#app/contract/call/calls.ts'
import { CREATED_AT } from '#app/contract/call/created.ts'
import { CREATING_WITH_200, takesKey } from '#app/contract/call/repeatable.ts'
import { contract } from '#app/contract/contract.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, phoneOf } from '../../support/api/fleet.ts'
import { signIn } from '../../support/api/people.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { isDeath, mortal } from '../../support/server/process/mortal.ts'

const { db } = await testDatabase()
const life = mortal(db)
const site = await testApi({ db: life.db })
await loadFleet(db)

let people = 80
/** Somebody new, because a person opens a few tickets an hour. */
const somebody = async () => (await signIn(site, phoneOf(++people))).access

let own: string
let subject: string
beforeEach(async () => {
  own = await somebody()
  subject = randomBytes(6).toString('hex')
})

const ticket = () => ({ department: 'SALES', subject, message: 'A question' })
const send = (key: string, body: object = ticket(), access = own) =>
  site.fetch('/api/ticketing/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, authorization: `Bearer ${access}` },
    body: JSON.stringify(body),
  })
const tickets = async () =>
  (await db.selectFrom('conversation').select('id').where('subject', '=', subject).execute()).length
const aKey = () => randomBytes(16).toString('base64url')

describe('a call that creates something, sent again with its Idempotency-Key', () => {
  test('is carried out once, and answered alike', async () => {
    const key = aKey()
    const [first, second] = [await send(key), await send(key)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.json()).toEqual(await first.json())
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await tickets()).toBe(1)
    expect((await send(aKey())).status).toBe(201)
    expect(await tickets()).toBe(2)
  })

  test('is refused with another body, and is another call for another person', async () => {
    const key = aKey()
    await send(key)
    const changed = await send(key, { ...ticket(), message: 'Another question' })
    expect(changed.status).toBe(422)
    expect(await changed.json()).toMatchObject({ type: 'IDEMPOTENCY_CONFLICT', title: 'Idempotency conflict' })
    expect((await send(key, ticket(), await somebody())).status).toBe(201)
    expect(await tickets()).toBe(2)
  })

  test('at the same moment is carried out once: the others wait for another try, or get the answer', async () => {
    const key = aKey()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(key)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(201)
    for (const [index, status] of statuses.entries()) {
      if (status === 201) continue
      expect(await answers[index]?.json()).toMatchObject({ status: 409, type: 'REQUEST_RUNNING' })
    }
    expect(await tickets()).toBe(1)
    expect((await send(key)).status).toBe(201)
    expect(await tickets()).toBe(1)
  })

  test('after a refusal can be corrected', async () => {
    const key = aKey()
    expect((await send(key, { ...ticket(), message: 'x'.repeat(20_000) })).status).toBe(400)
    expect((await send(key)).status).toBe(201)
    expect(await tickets()).toBe(1)
  })

  test('after a day is a new one', async () => {
    const key = aKey()
    const again = async (minutes: number) => {
      site.clock.advance(minutes)
      await site.sweep()
      const { access } = await signIn(site, phoneOf(people))
      expect((await send(key, ticket(), access)).status).toBe(201)
    }
    await send(key)
    await again(24 * 60 - 5)
    expect(await tickets()).toBe(1)
    await again(10)
    expect(await tickets()).toBe(2)
  })

  test('by a process that dies at any statement is carried out once', async () => {
    for (let statement = 1; ; statement += 1) {
      own = await somebody()
      subject = randomBytes(6).toString('hex')
      const key = aKey()
      life.dieAt(statement)
      await send(key)
      const died = life.revive()
      expect((await send(key)).status).toBe(201)
      expect(await tickets(), `statement ${statement}`).toBe(1)
      if (!died) break
    }
    expect(site.reported.filter((error) => !isDeath(error))).toEqual([])
  })
})

test('a key that is empty or longer than 255 characters is refused', async () => {
  for (const key of ['', 'k'.repeat(256), 'k'.repeat(10_000)]) {
    const answer = await send(key)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type: 'INVALID_IDEMPOTENCY_KEY' })
  }
  expect((await send('k'.repeat(255))).status).toBe(201)
})

test('each call that creates something takes a key, and no call that lets somebody in does', () => {
  const signIns = ['account.login', 'account.token', 'account.activate']
  for (const { name, method, path } of callsOf(contract)) {
    if (signIns.includes(name)) expect(CREATED_AT, name).not.toHaveProperty([path])
    if (method === 'POST')
      expect(takesKey({ method, path, successStatus: 200 }), path).toBe(CREATING_WITH_200.has(path))
  }
  expect(takesKey({ method: 'POST', path: '/ticketing/', successStatus: 201 })).toBe(true)
})
