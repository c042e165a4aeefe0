import { expect, test } from 'vitest'
import { PAPERS_MAX } from '#app/rules/fleet/due.ts'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner: customer, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const owner = await signedIn(site, { ...staff, phone: '+989120000811', staffRole: 'OWNER' })
const desk = await signedIn(site, { ...staff, phone: '+989120000812', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000813', staffRole: 'DRIVER' })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields

site.clock.set('2026-11-23T05:30:00Z')
const { id: reservation } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER })
await payAtBank(site, bank, reservation)
const { ad_id: ad } = await db
  .selectFrom('reservation')
  .select('ad_id')
  .where('id', '=', reservation)
  .executeTakeFirstOrThrow()
/** Anew each time: a token lasts minutes, and the clock moves by days. */
const due = () => desk.calls.company.fleet.due
const openOf = async (kind: string) => (await due().ofVehicle({ id: ad })).open.find((one) => one.kind === kind)

test('a paper needs its last day, a work a day or kilometres, and one of a kind is open', async () => {
  expect(await fieldsOf(due().add({ id: ad, kind: 'INSURANCE', due_km: 5_000 }))).toEqual({ due_on: ['required'] })
  expect(await fieldsOf(due().add({ id: ad, kind: 'SERVICE' }))).toEqual({ due_on: ['day_or_km'] })
  expect(await fieldsOf(due().add({ id: ad, kind: 'SERVICE', due_km: 0 }))).toEqual({ due_km: ['min'] })
  expect(await fieldsOf(due().add({ id: ad, kind: 'WASH' as never, due_on: '2026-12-01' }))).toHaveProperty('kind')
  await due().add({ id: ad, kind: 'SERVICE', due_on: '2026-11-25', due_km: 60_000, cost: 2_600_000 })
  const again = due().add({ id: ad, kind: 'SERVICE', due_km: 70_000 })
  expect(await fieldsOf(again)).toEqual({ kind: ['due_exists'] })
  await due().add({ id: ad, kind: 'OTHER', due_on: '2027-05-01', note: 'Dent in the door' })
  await due().add({ id: ad, kind: 'OTHER', due_on: '2027-05-02' })
})

test('belongs to owners and the desk of the company alone', async () => {
  for (const { calls } of [customer, elsewhere, driver]) {
    expect(await codeOf(calls.company.fleet.due.ofVehicle({ id: ad }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.fleet.due.add({ id: ad, kind: 'TYRES', due_km: 1 }))).toBe('NOT_FOUND')
  }
  expect((await elsewhere.calls.company.fleet.due.list({ view: 'ALL' })).count).toBe(0)
  expect((await admin.calls.company.fleet.due.list({ company: TOMAN.company, view: 'ALL' })).count).toBe(3)
})

test('the list has what is near, the passed first, and proposes a free time for works', async () => {
  await due().add({ id: ad, kind: 'INSPECTION', due_on: '2026-11-22' })
  const { results, count } = await due().list({})
  expect(count).toBe(2)
  expect(results.map(({ kind, state }) => [kind, state])).toEqual([
    ['INSPECTION', 'PASSED'],
    ['SERVICE', 'SOON'],
  ])
  expect(results[1]).toMatchObject({
    free_time: { start_date: '2026-11-23', start_time: '10:00', end_time: '15:00' },
    is_blocked: false,
    cost: 2_600_000,
  })
  expect((await due().list({ view: 'PASSED' })).results.map(({ kind }) => kind)).toEqual(['INSPECTION'])
  expect((await due().list({ view: 'ALL' })).results.map(({ due_on }) => due_on)).toEqual([
    '2026-11-22',
    '2026-11-25',
    '2027-05-01',
    '2027-05-02',
  ])
  expect((await due().list({ view: 'ALL', kind: 'OTHER', page: 2, size: 1 })).results).toMatchObject([
    { due_on: '2027-05-02' },
  ])
})

test('the proposed time is blocked, after which another one is proposed for nobody', async () => {
  const { free_time } = (await openOf('SERVICE')) ?? {}
  if (!free_time) throw new Error('no free time')
  await desk.calls.company.calendar.block({ ad, ...free_time, purpose: 'SERVICE' })
  expect(await openOf('SERVICE')).toMatchObject({ is_blocked: true, free_time: null })
})

test('without a valid inspection nobody hands the vehicle over, except an owner with a reason', async () => {
  site.clock.set('2026-12-01T06:30:00Z')
  const record = {
    ...({ id: reservation, kind: 'PICK_UP', odometer: 40_000, level: 8, keys: 1 } as const),
    ...{ handed_by: 'Leila', received_by: 'Ali', deposit: 0, received: 0 },
  } as const
  const finish = (who: Pick<typeof desk, 'calls'>, papers_reason?: string) =>
    who.calls.company.protocols.finish({ ...record, ...(papers_reason && { papers_reason }) })
  expect(await fieldsOf(finish(desk))).toEqual({ papers_reason: ['papers_owner'] })
  expect(await fieldsOf(finish(desk, 'The customer waits'))).toEqual({ papers_reason: ['papers_owner'] })
  expect(await fieldsOf(driver.calls.company.reservations.handOver({ id: reservation }))).toEqual({
    reason: ['papers_owner'],
  })
  expect(await fieldsOf(finish(owner))).toEqual({ papers_reason: ['papers_ended'] })
  const sheet = await owner.calls.company.protocols.read({ id: reservation, kind: 'PICK_UP' })
  expect(sheet).toMatchObject({
    ended_papers: [{ kind: 'INSPECTION', due_on: '2026-11-22' }],
    may_override_papers: true,
  })
  await finish(owner, 'Appointment this afternoon')
  const entry = await db
    .selectFrom('audit_entry')
    .select(['reason', 'actor'])
    .where('subject', '=', 'reservation')
    .where('row_key', '=', reservation)
    .where('reason', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ reason: 'Appointment this afternoon', actor: owner.id })
})

test('what was done stays with its cost, the next one is open, and a second colleague is refused', async () => {
  const inspection = await openOf('INSPECTION')
  const done = { id: ad, due: inspection?.id ?? 0, done_on: '2026-12-01', cost: 380_000 }
  expect(await fieldsOf(due().complete({ ...done, done_on: '2026-12-02' }))).toEqual({
    done_on: ['future'],
    next_on: ['required'],
  })
  expect(await fieldsOf(due().complete({ ...done, next_on: '2026-12-01' }))).toEqual({ next_on: ['not_later'] })
  const after = await due().complete({ ...done, next_on: '2027-12-01' })
  expect(after.open.find(({ kind }) => kind === 'INSPECTION')).toMatchObject({ due_on: '2027-12-01', state: 'LATER' })
  expect(after.done).toMatchObject([{ kind: 'INSPECTION', done_on: '2026-12-01', cost: 380_000 }])
  expect(await codeOf(due().complete({ ...done, next_on: '2027-12-01' }))).toBe('CHANGED_MEANWHILE')
  const service = await openOf('SERVICE')
  const reading = { id: ad, due: service?.id ?? 0, done_on: '2026-12-01', done_km: 41_000, cost: 2_500_000 }
  expect(await fieldsOf(due().complete({ ...reading, next_km: 41_000 }))).toEqual({ next_km: ['not_later'] })
  const { odometer, costs } = await due().complete({ ...reading, next_km: 51_000 })
  expect(odometer).toBe(41_000)
  expect(costs).toEqual([
    { kind: 'INSPECTION', times: 1, amount: 380_000 },
    { kind: 'SERVICE', times: 1, amount: 2_500_000 },
  ])
  expect(await openOf('SERVICE')).toMatchObject({ due_on: null, due_km: 51_000, state: 'LATER' })
})

test('what was entered by mistake is removed once, and what was done is not', async () => {
  const [one] = (await due().ofVehicle({ id: ad })).open.filter(({ kind }) => kind === 'OTHER')
  await due().remove({ id: ad, due: one?.id ?? 0 })
  expect(await codeOf(due().remove({ id: ad, due: one?.id ?? 0 }))).toBe('NOT_FOUND')
  const [finished] = (await due().ofVehicle({ id: ad })).done
  expect(await codeOf(due().remove({ id: ad, due: finished?.id ?? 0 }))).toBe('NOT_FOUND')
})

test('has papers: what is a document, once, for those who see the vehicle, and gone with their entry', async () => {
  const pdf = (text: string) => new File([`%PDF-1.4\n% ${text}\n%%EOF`], '../policy\u202e.pdf', { type: 'image/png' })
  const vehicle = { id: 112 }
  await due().add({ ...vehicle, kind: 'INSURANCE', due_on: '2027-03-01' })
  const [entry] = (await due().ofVehicle(vehicle)).open
  const of = { ...vehicle, due: entry?.id ?? 0 }
  const attached = await due().addPaper({ ...of, file: pdf('one') })
  expect(attached.papers).toMatchObject([{ due: of.due, name: 'policy.pdf' }])
  expect((await due().addPaper({ ...of, file: pdf('one') })).papers).toHaveLength(1)
  const paper = attached.papers[0]?.id ?? ''
  const read = await due().readPaper({ ...vehicle, paper })
  expect([read.type, await read.text()]).toEqual(['application/pdf', expect.stringContaining('one')])
  expect(await fieldsOf(due().addPaper({ ...of, file: new File(['words'], 'a.pdf') }))).toEqual({ file: ['file_type'] })
  expect(await fieldsOf(due().addPaper({ ...of, file: new File([], 'a.pdf') }))).toEqual({ file: ['file_empty'] })
  expect(await codeOf(due().addPaper({ id: 113, due: of.due, file: pdf('two') }))).toBe('NOT_FOUND')
  expect(await codeOf(due().readPaper({ id: 113, paper }))).toBe('NOT_FOUND')
  for (const { calls } of [customer, elsewhere, driver]) {
    expect(await codeOf(calls.company.fleet.due.readPaper({ ...vehicle, paper }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.fleet.due.removePaper({ ...vehicle, paper }))).toBe('NOT_FOUND')
  }
  for (let n = 1; n < PAPERS_MAX; n++) await due().addPaper({ ...of, file: pdf(`page ${n}`) })
  expect(await fieldsOf(due().addPaper({ ...of, file: pdf('too many') }))).toEqual({ file: ['too_many_papers'] })
  expect((await due().removePaper({ ...vehicle, paper })).papers).toHaveLength(PAPERS_MAX - 1)
  const { file_key } = await db.selectFrom('vehicle_paper').select('file_key').limit(1).executeTakeFirstOrThrow()
  expect((await due().remove(of)).papers).toEqual([])
  expect(await site.deps.files.get(file_key)).toBeUndefined()
})
