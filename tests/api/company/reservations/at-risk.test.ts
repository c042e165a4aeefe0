import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities } from '../../../support/api/identities.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, agency, elsewhere } = await fiveIdentities(site)

const BOOKED = '2026-11-23T05:30:00Z'
const { end_date: RETURN } = RENTAL
beforeEach(() => site.clock.set(BOOKED))

let count = 0
/** A rental under way whose return is due at the end of RENTAL, and the next one of its car, from so many days after. */
async function twoOfOneCar(daysAfter: number) {
  // Far enough from each other that no test's rental is moved to another test's car.
  count += 5
  const ad = 100 + count
  const { id: first } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: ad })
  await payAtBank(site, bank, first)
  const start_date = addDays(RETURN, daysAfter)
  const { id: next } = await visitor.reservations.reserve({
    ...{ ...RENTAL, ...DRIVER, id: ad, phone: phoneOf(800 + count) },
    ...{ start_date, start_time: '14:00', end_date: addDays(start_date, 2) },
  })
  await payAtBank(site, bank, next)
  site.clock.set(`${RENTAL.start_date}T10:00:00Z`)
  await agency.calls.company.reservations.handOver({ id: first })
  return { ad, first, next }
}
const risks = async () => (await agency.calls.company.reservations.atRisk({})).results
const shareOf = async (id: string) =>
  (await db.selectFrom('reservation').select('share_id').where('id', '=', id).executeTakeFirstOrThrow()).share_id
const riskOf = async (id: string) => {
  const share = await shareOf(id)
  return (await risks()).find(({ reservation }) => reservation.id === share)
}

describe('a rental is at risk', () => {
  test('from when its vehicle is late and needed within a day, until it is back or the rental has another', async () => {
    const { first, next, ad } = await twoOfOneCar(0)
    site.clock.set(`${RETURN}T06:00:00Z`)
    expect(await riskOf(next)).toBeUndefined()
    site.clock.set(`${RETURN}T07:10:00Z`)
    const risk = await riskOf(next)
    expect(risk).toMatchObject({
      ...{ kind: 'LATE', refund: 600_000, holder: { id: await shareOf(first), fullname: DRIVER.fullname } },
      // Half an hour between two rentals, before 14:00 in Tehran.
      needed_by: `${RETURN}T10:00:00.000Z`,
    })
    expect((await agency.calls.company.reservations.today({})).counts.at_risk).toBe(1)
    expect(risk?.same?.id).not.toBe(ad)
    expect(risk?.same_count).toBeGreaterThan(0)

    await agency.calls.company.reservations.moveToVehicle({ id: next, ad: risk?.same?.id ?? 0, former: ad })
    expect(await riskOf(next)).toBeUndefined()
    await agency.calls.company.reservations.takeBack({ id: first, reason: 'Later' })
  })

  test('not while the next pick-up is more than a day away', async () => {
    const { first, next } = await twoOfOneCar(3)
    site.clock.set(`${RETURN}T07:10:00Z`)
    expect(await riskOf(next)).toBeUndefined()
    site.clock.set(`${addDays(RETURN, 2)}T10:30:00Z`)
    expect((await riskOf(next))?.kind).toBe('LATE')
    await agency.calls.company.reservations.takeBack({ id: first, reason: 'Later' })
    expect(await riskOf(next)).toBeUndefined()
  })

  test('when a paper ends before, and when its customer of now asks for more time', async () => {
    const { first, next, ad } = await twoOfOneCar(1)
    const asked = await owner.calls.reservations.askExtension({ id: first, end_date: RETURN, end_time: '18:00' })
    expect(await riskOf(next)).toMatchObject({ kind: 'EXTENSION', holder: { id: await shareOf(first) } })
    await agency.calls.company.reservations.extensions.answerExtension({
      ...{ id: first, extension: asked.id, answer: 'REFUSE', message: 'It is needed' },
    })
    expect(await riskOf(next)).toBeUndefined()
    await db
      .insertInto('vehicle_due')
      .values({ company_id: TOMAN.company, ad_id: ad, kind: 'INSURANCE', due_on: RETURN, created_at: site.clock.now() })
      .execute()
    expect(await riskOf(next)).toMatchObject({
      kind: 'PAPER',
      paper: { kind: 'INSURANCE', until: RETURN },
      holder: null,
    })
    await db
      .updateTable('vehicle_due')
      .set({ due_on: addDays(RETURN, 30) })
      .where('ad_id', '=', ad)
      .execute()
    expect(await riskOf(next)).toBeUndefined()
  })

  test('only for its own company', async () => {
    expect((await elsewhere.calls.company.reservations.atRisk({})).count).toBe(0)
  })
})
