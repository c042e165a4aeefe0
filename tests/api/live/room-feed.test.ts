import { expect, test, vi } from 'vitest'
import { createFeed } from '#app/api/live/room-feed.ts'
import { testApi } from '../../support/api/api.ts'
import { signedIn } from '../../support/api/identities.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const api = await testApi({ db })
const customer = await signedIn(api, { phone: '+989121234567' })

test('a room whose socket has left while it was being entered is not read any more', async () => {
  const room = (await customer.calls.chat.createSale({})).room.id
  let isThere = true
  const emit = vi.fn()
  const feed = createFeed(api.deps, { emit, hasSockets: () => isThere, log: () => {} })
  const say = async (message: string) => {
    await customer.calls.chat.newMessage({ id: room, message })
    feed.pullAll()
    await feed.enter(room, undefined, { send: () => {}, enter: () => {} })
  }
  await feed.enter(room, undefined, { send: () => {}, enter: () => {} })
  await say('One')
  expect(emit).toHaveBeenCalledTimes(1)
  isThere = false
  await feed.enter(room, undefined, { send: () => {}, enter: () => {} })
  await say('Two')
  expect(emit).toHaveBeenCalledTimes(1)
})
