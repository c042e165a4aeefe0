import { expect, test } from 'vitest'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { codeTo } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin, now: '2026-11-23T05:30:00Z' })
await loadFleet(db)
const desk = await signedIn(site, {
  ...{ role: 'AGENT', company: BY_HAND.company, staffRole: 'DESK', phone: '+989120000722' },
})
const PERSON = { fullname: 'Nora Alavi', phone: '+989121000075', email: 'nora@example.test' }
const customer = await signedIn(site, { phone: PERSON.phone })
const contracts = () => desk.calls.company.contracts
const own = () => site.as().reservations

let bookings = 0
async function booked() {
  const days = {
    start_date: addDays(RENTAL.start_date, 7 * bookings),
    end_date: addDays(RENTAL.end_date, 7 * bookings),
  }
  bookings += 1
  const { id } = await own().reserve({ ...RENTAL, ...days, ...DRIVER, ...PERSON, id: BY_HAND.ad })
  await payAtBank(site, bank, id)
  await desk.calls.company.reservations.changeReserve({ id, action: 'confirm' })
  return id
}

async function shown(id: string) {
  const contract = (await own().contract({ id })).contracts.at(-1)
  if (!contract) throw new Error('There is no contract.')
  return { contract: contract.id, sha256: contract.sha256 }
}
const signForCompany = async (id: string) =>
  contracts().sign({ id, ...(await shown(id)), company_name: 'Leila Daryanavard', agreed: true })

async function signAsCustomer(id: string) {
  const read = await shown(id)
  await own().contractCode({ id, ...read })
  await site.drain()
  const token = codeTo(site, PERSON.phone)
  return own().signContract({ id, ...read, name: PERSON.fullname, agreed: true, understood: true, token })
}

async function contractPart(id: string) {
  const { parts } = await customer.calls.reservations.checkIn.read({ id })
  return parts.find(({ part }) => part === 'CONTRACT')?.state
}
const sidesOf = ({ signatures }: { signatures: { side: string }[] }) => signatures.map(({ side }) => side)

test('a customer gives the licence for a text that the company has signed without it, and signs; then the company signs again', async () => {
  const id = await booked()
  await contracts().make({ id, language: 'en' })
  const before = await signForCompany(id)
  expect(before.has_licence).toBe(false)

  const prepared = await own().prepareContract({ id, licence: '9104221700' })
  expect(prepared.has_licence).toBe(true)
  expect(prepared.contracts).toMatchObject([
    { number: before.contracts[0]?.number, addendum: 0, revision: 2, signatures: [] },
  ])
  expect(prepared.contracts[0]?.text).toContain('910•••700')
  // Nobody signs the earlier text any more.
  const { id: contract = '', sha256 = '' } = before.contracts[0] ?? {}
  expect((await refusal(own().contractCode({ id, contract, sha256 }))).code).toBe('CHANGED_MEANWHILE')

  expect(await contractPart(id)).toBe('OPEN')
  await signAsCustomer(id)
  expect(await contractPart(id)).toBe('DONE')
  expect((await signForCompany(id)).contracts.map(sidesOf)).toEqual([['CUSTOMER', 'COMPANY']])
})

test('staff add the licence to a text that only the company has signed', async () => {
  const id = await booked()
  await contracts().make({ id, language: 'en' })
  await signForCompany(id)
  const { contracts: all, has_licence } = await contracts().make({ id, language: 'en', licence: '9104221700' })
  expect(has_licence).toBe(true)
  expect(all).toMatchObject([{ addendum: 0, revision: 2, signatures: [] }])
})

test('a change before the customer signs makes the whole contract anew, with no addendum to a text they never signed', async () => {
  const id = await booked()
  await contracts().make({ id, language: 'en', licence: '9104221700' })
  await signForCompany(id)
  await db
    .updateTable('reservation')
    .set((of) => ({ total: of('total', '+', 750_000) }))
    .where('id', '=', id)
    .execute()
  const { contracts: all, is_outdated } = await contracts().make({ id, language: 'en' })
  expect(is_outdated).toBe(false)
  expect(all).toMatchObject([{ addendum: 0, revision: 2, signatures: [] }])
  await signAsCustomer(id)
  expect(await contractPart(id)).toBe('DONE')
  expect((await own().contract({ id })).contracts.map(sidesOf)).toEqual([['CUSTOMER']])
})

test('the company’s signature stays while nothing has changed', async () => {
  const id = await booked()
  await contracts().make({ id, language: 'en', licence: '9104221700' })
  const { contracts: signed } = await signForCompany(id)
  expect((await contracts().make({ id, language: 'en' })).contracts).toEqual(signed)
  expect(signed.map(sidesOf)).toEqual([['COMPANY']])
})
