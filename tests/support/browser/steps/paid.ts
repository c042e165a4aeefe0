import type { TestApi } from '../../api/api.ts'
import type { TestBank } from '../../server/simulators/bank.ts'

/** Pays a transaction at the simulated bank and comes back; returns the payment as our books then have it. */
export async function payAtBank(site: TestApi, bank: TestBank, transaction_id: string) {
  const { payments } = site.as()
  const started = await payments.payOnline({ transaction_id })
  const answer = await bank.press(started.url ?? '', 'pay')
  return payments.clientVerify({ ref_id: started.payment_id, answer })
}
