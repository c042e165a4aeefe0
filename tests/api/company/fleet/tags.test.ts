import { expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { BY_HAND, loadFleet, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db, now: '2026-11-23T05:30:00Z' })
await loadFleet(db)
const { visitor, owner: customer, agency, elsewhere } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000831', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000832', staffRole: 'DRIVER' })
const { fleet } = desk.calls.company
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields
const tagsOf = async (id: number) => (await fleet.search({ id })).results[0]?.tags
const found = async (tag: string) => (await fleet.search({ tag })).results.map(({ id }) => id)

test('are given to many vehicles at once, and a second time changes nothing', async () => {
  const change = { ids: '101-103', add: ' Family, winter  tyres' }
  expect(await fleet.many.setTags(change)).toEqual({ changed: 3 })
  expect(await fleet.many.setTags(change)).toEqual({ changed: 0 })
  expect(await tagsOf(102)).toEqual(['Family', 'winter tyres'])
  expect(await tagsOf(104)).toEqual([])
  const { n } = await db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('subject', '=', 'vehicle_details')
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(3)
})

test('have one spelling in a company, whoever writes them and however', async () => {
  await fleet.many.setTags({ ids: '104', add: 'FAMILY،Port' })
  expect(await tagsOf(104)).toEqual(['Family', 'Port'])
  const saved = await fleet.details.save({ id: 105, key_number: 'K-1', tags: 'port, WINTER TYRES, port' })
  expect(saved.tags).toEqual(['Port', 'winter tyres'])
  expect((await fleet.details.read({ id: 105 })).tags).toEqual(['Port', 'winter tyres'])
  await Promise.all(
    [106, 107, 108].map((id, at) => fleet.many.setTags({ ids: `${id}`, add: ['new', 'NEW', 'New'][at] })),
  )
  expect((await fleet.many.tags({})).tags.filter(({ tag }) => tag.toLowerCase() === 'new')).toMatchObject([
    { vehicles: 3 },
  ])
})

test('find vehicles in the list, and choose all that it finds', async () => {
  expect(await found('family')).toEqual([101, 102, 103, 104])
  expect(await found('fam')).toEqual([])
  expect((await fleet.many.choose({ tag: 'WINTER tyres' })).ids).toBe('101-103,105')
  expect((await fleet.many.tags({ ids: '104,105' })).tags).toEqual([
    { tag: 'Family', vehicles: 1 },
    { tag: 'Port', vehicles: 2 },
    { tag: 'winter tyres', vehicles: 1 },
  ])
})

test('are taken away from those that have them', async () => {
  expect(await fleet.many.setTags({ ids: '101-110', remove: 'FAMILY', add: 'port' })).toEqual({ changed: 9 })
  expect([await tagsOf(101), await tagsOf(104)]).toEqual([['winter tyres', 'Port'], ['Port']])
})

test('are bounded: ten of a vehicle, thirty characters, a hundred different ones, and all or none change', async () => {
  const ten = Array.from({ length: 10 }, (_, n) => `tag ${n}`)
  const { many } = fleet
  expect(await fieldsOf(many.setTags({ ids: '110' }))).toEqual({ '': ['nothing_to_change'] })
  expect(await fieldsOf(many.setTags({ ids: '110', add: 'x'.repeat(31) }))).toEqual({ add: ['tag_length'] })
  expect(await fieldsOf(many.setTags({ ids: '110', add: 'a\u0000b' }))).toEqual({ add: ['characters'] })
  expect(await fieldsOf(many.setTags({ ids: '110', add: [...ten, 'more'].join() }))).toEqual({ add: ['too_many_tags'] })
  expect(await fieldsOf(fleet.details.save({ id: 111, tags: [...ten, 'more'].join() }))).toEqual({
    tags: ['too_many_tags'],
  })
  await many.setTags({ ids: '111', add: ten.join() })
  expect(await fieldsOf(many.setTags({ ids: '111,112', add: 'more' }))).toEqual({ add: ['too_many_tags'] })
  expect(await tagsOf(112)).toEqual([])
  for (let at = 0; at < 8; at += 1)
    await many.setTags({ ids: `${112 + at}`, add: Array.from({ length: 10 }, (_, n) => `t${at}-${n}`).join() })
  const own = (await many.tags({})).tags.length
  await many.setTags({ ids: '102', add: Array.from({ length: Math.min(7, 100 - own) }, (_, n) => `l${n}`).join() })
  expect((await many.tags({})).tags.length).toBe(100)
  expect(await fieldsOf(many.setTags({ ids: '103', add: 'one more' }))).toEqual({ add: ['too_many_company_tags'] })
  expect(await fieldsOf(fleet.details.save({ id: 103, tags: 'one more' }))).toEqual({ tags: ['too_many_company_tags'] })
  expect(await many.setTags({ ids: '103', add: 'TAG 1' })).toEqual({ changed: 1 })
})

test('are the company’s alone, and travellers do not see them', async () => {
  for (const { calls } of [customer, elsewhere, driver]) {
    const { many } = calls.company.fleet
    expect(await codeOf(many.setTags({ company: TOMAN.company, ids: '101', add: 'theirs' }))).toBe('NOT_FOUND')
    expect(await codeOf(many.tags({ company: TOMAN.company }))).toBe('NOT_FOUND')
  }
  const own = agency.calls.company.fleet.many
  expect(await codeOf(own.setTags({ ids: `101,${BY_HAND.ad}`, add: 'theirs' }))).toBe('NOT_FOUND')
  expect((await own.tags({ ids: `${BY_HAND.ad}` })).tags).toEqual([])
  const seen = await visitor.ads.read({ id: 101 })
  expect(JSON.stringify(seen)).not.toContain('winter tyres')
})
