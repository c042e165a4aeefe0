import { expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const owner = await signedIn(site, { ...staff, phone: '+989120000701' })
const partner = await signedIn(site, { ...staff, phone: '+989120000702' })
const desk = await signedIn(site, { ...staff, phone: '+989120000703', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000704', staffRole: 'DRIVER' })
const operator = await signedIn(site, { phone: '+989120000705', role: 'ADMIN' })

/** Who was notified of a kind, by account, or by phone without one; and what was said. */
async function notifiedOf(kind: 'companySuspended' | 'suspensionEnded' | 'bankChanged' | 'refundedAtCost') {
  const rows = await db
    .selectFrom('notification')
    .leftJoin('delivery', 'delivery.notification_id', 'notification.id')
    .select(['account_id', 'content', 'receiver'])
    .where('kind', '=', kind)
    .execute()
  return { to: [...new Set(rows.map((row) => row.account_id ?? row.receiver))], text: JSON.stringify(rows) }
}

test('a company hears that it is suspended and why, and once that it is over', async () => {
  const change = { id: TOMAN.company, reason: 'The licence has run out' }
  await operator.calls.operator.companies.change({ ...change, suspended: true })
  await operator.calls.operator.companies.change({ ...change, suspended: true })
  const { to, text } = await notifiedOf('companySuspended')
  expect(new Set(to)).toEqual(new Set([owner.id, partner.id, desk.id]))
  expect(to).not.toContain(driver.id)
  expect(text).toContain('The licence has run out')
  await operator.calls.operator.companies.change({ ...change, suspended: false, reason: 'Renewed' })
  expect((await notifiedOf('suspensionEnded')).to).toHaveLength(3)
  expect((await notifiedOf('companySuspended')).text).toBe(text)
})

test('every owner and the company’s own phone hear of another bank account, but not of the first one', async () => {
  const first = { holder: 'Marjan', iban: 'IR062960000000100324200001' }
  await owner.calls.company.money.changeBank(first)
  await owner.calls.company.money.changeBank(first)
  expect((await notifiedOf('bankChanged')).to).toEqual([])
  await owner.calls.company.money.changeBank({ holder: 'Marjan', iban: 'IR580540105180021273113007' })
  const { to, text } = await notifiedOf('bankChanged')
  expect(new Set(to)).toEqual(new Set([owner.id, partner.id, '+982112345678']))
  expect(text).toContain('3007')
  expect(text).not.toContain('IR580540')
})

test('a company is notified of a refund at its cost, but not of a cancellation at the customer’s', async () => {
  const book = async (ad: number, phone: string) => {
    const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, id: ad, phone })
    await payAtBank(site, bank, id)
    return id
  }
  const [one, other] = [await book(101, '09121000701'), await book(102, '09121000702')]
  const cancel = operator.calls.operator.reservations.cancel
  await cancel({ id: other, cost: 'CUSTOMER', reason: 'Asked by phone' })
  expect((await notifiedOf('refundedAtCost')).to).toEqual([])
  await cancel({ id: one, cost: 'COMPANY', reason: 'The car was sold' })
  const { to } = await notifiedOf('refundedAtCost')
  expect(new Set(to)).toEqual(new Set([owner.id, partner.id, desk.id]))
})
