import { afterEach, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL } from '../../../support/api/fleet.ts'
import { fiveIdentities } from '../../../support/api/identities.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, agency } = await fiveIdentities(site)

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const wallet = async () => (await balances(db))['WALLET +989121234567'] ?? 0
let cars = 100

async function book() {
  cars += 1
  site.clock.set('2026-11-23T05:30:00Z')
  const days = { start_date: '2026-11-26', end_date: '2026-11-29' }
  return visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...days, id: cars })
}

/** Starts a payment of which the wallet pays a part, and pays the rest at the bank, which the payer does not come back from yet. */
async function payPartly(transaction: string) {
  const topUp = await owner.calls.payments.payOnline({ amount: 10_000, currency: 'IRT' })
  await visitor.payments.clientVerify({ ref_id: topUp.payment_id, answer: await bank.press(topUp.url ?? '', 'pay') })
  const had = await wallet()
  const started = await owner.calls.payments.payOnline({ transaction_id: transaction, use_wallet: true })
  expect(await wallet()).toBe(0)
  const answer = await bank.press(started.url ?? '', 'pay')
  return { had, comeBack: () => visitor.payments.clientVerify({ ref_id: started.payment_id, answer }) }
}

test('a reservation that is cancelled while it is being paid returns the wallet’s part at once, and a late payment', async () => {
  const { id } = await book()
  const { had, comeBack } = await payPartly(id)
  await owner.calls.reservations.cancel({ id })
  expect(await wallet()).toBe(had)
  expect(await comeBack()).toMatchObject({ status: 'REVERSED' })
  expect(await wallet()).toBe(had)
})

// The wallet is full after the last one.
test.each(['left to the company', 'returned to the customer'] as const)(
  'so does one whose change is being paid when its prepayment is %s',
  async (prepayment) => {
    const { id } = await book()
    await payAtBank(site, bank, id)
    const { transaction_id } = await owner.calls.reservations.change({ id, end_date: '2026-12-02' })
    const { had, comeBack } = await payPartly(transaction_id ?? '')
    let back = 0
    if (prepayment === 'returned to the customer') {
      back = (await owner.calls.reservations.cancel({ id, way: 'WALLET' })).refund
      expect(back).toBeGreaterThan(0)
    } else {
      site.clock.set('2026-11-26T14:00:00Z')
      await agency.calls.company.reservations.changeReserve({ id, action: 'no_show' })
    }
    expect(await wallet()).toBe(had + back)
    // Days later the bank has returned its part by itself.
    const late = prepayment === 'left to the company' ? 'CANCELLED' : 'REVERSED'
    expect(await comeBack()).toMatchObject({ status: late })
    expect(await wallet()).toBe(had + back)
  },
)
