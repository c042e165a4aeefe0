import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner, other, agency, elsewhere, admin } = await fiveIdentities(site)

beforeEach(() => db.deleteFrom('conversation').execute())
afterEach(() => expect(site.reported).toEqual([]))

let vehicle = RENTAL.id
/** The room about a new reservation of a customer. */
async function roomOf(customer: typeof owner, ad = vehicle++): Promise<string> {
  const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone: customer.phone, id: ad })
  await db.updateTable('reservation').set({ status: 'CONFIRMED', hold_until: null }).where('id', '=', id).execute()
  return (await customer.calls.chat.createReserve({ reservation: id })).room.id
}
const say = async (who: typeof owner, id: string, message: string) => {
  site.clock.advance(1)
  await who.calls.chat.newMessage({ id, message })
}
const list = (query: { show?: 'waiting' | 'all'; page?: number; size?: number } = {}) =>
  agency.calls.company.messages.list(query)

test('a company sees the chats with its own customers alone, who waits longest first', async () => {
  const [silent, first, second, foreign] = [
    await roomOf(owner),
    await roomOf(owner),
    await roomOf(other),
    await roomOf(other, BY_HAND.ad),
  ]
  const { room: sales } = await agency.calls.chat.createSale({})
  await say(owner, first, 'Where are you?')
  await say(other, second, 'Is it automatic?')
  await say(other, foreign, 'Hello, Darya?')
  await say(agency, sales.id, 'A question of ours to the support')
  const { results, counts } = await list()
  expect(results.map(({ id }) => id)).toEqual([first, second])
  expect(results.map(({ id }) => id)).not.toContain(silent)
  expect(counts).toEqual({ waiting: 2, all: 2 })
  expect(results[0]).toMatchObject({
    side: 'COMPANY',
    unread_count: 1,
    waiting_since: expect.any(String),
    last_message: { message: 'Where are you?' },
  })
  await say(agency, first, 'At the airport.')
  expect((await list()).results.map(({ id }) => id)).toEqual([second, first])
  expect((await list({ show: 'waiting' })).results.map(({ id }) => id)).toEqual([second])
  expect((await list({ size: 1, page: 2 })).results.map(({ id }) => id)).toEqual([first])
  expect((await elsewhere.calls.company.messages.list({})).results.map(({ id }) => id)).toEqual([foreign])
  expect((await agency.calls.company.settings.frame({})).messages).toBe(1)
})

test('an operator answers for a company, and nobody reads the chats of another one', async () => {
  const id = await roomOf(owner)
  await say(owner, id, 'Is anybody there?')
  const { results } = await admin.calls.company.messages.list({ company: 1 })
  expect(results.map((room) => room.id)).toEqual([id])
  expect((await refusal(elsewhere.calls.company.messages.list({ company: 1 }))).code).toBe('NOT_FOUND')
  expect((await refusal(elsewhere.calls.chat.messages({ id }))).code).toBe('NOT_FOUND')
  await say(admin, id, 'The company will be with you in a moment.')
  expect((await list()).counts.waiting).toBe(0)
})
