import type { Kysely } from 'kysely'
import { issueAccessToken } from '#app/api/call/admission/access-token.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { DEMONSTRATION_SECRET } from '#app/config.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { BankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import { DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'
import { pressAtBank } from '../support/server/simulators/press-at-bank.ts'
import type { Requests, Written } from './requests.ts'

/** `written` is known to all devices of a customer, as to those of one person who looks at one after the other. */
export type Customer = { phone: string; token: () => string; room: string; credit: number; written: Written }

const CREDIT = 50_000_000
let people = 0

/** Makes people who are signed in; an operator if the role says so. `now` is the site's clock. */
export async function makePerson(
  db: Kysely<DB>,
  role: 'CLIENT' | 'ADMIN' = 'CLIENT',
  now: () => Date = () => new Date(),
) {
  people += 1
  const phone = `+98913${String(1_000_000 + people)}`
  const [id, session, at] = [publicId(), publicId(), now()]
  await db
    .insertInto('account')
    .values({
      ...{ id, phone, role, company_id: null, staff_role: 'OWNER', operator_role: 'ALL', fullname: 'سارا محمدی' },
      notifications: JSON.stringify(DEFAULT_NOTIFICATIONS),
      activated_at: at,
      phone_proven_at: at,
    })
    .execute()
  await db
    .insertInto('session')
    .values({ id: session, account_id: id, device: 'test', network_address: '192.0.2.1', created_at: at, used_at: at })
    .execute()
  return { phone, token: () => issueAccessToken(DEMONSTRATION_SECRET, session, now()) }
}

/** Makes a customer with money in the wallet, paid at the bank, and a room of the chat. */
export async function makeCustomer(
  db: Kysely<DB>,
  { requests, bank, now }: { requests: Requests; bank: BankSimulator; now?: (() => Date) | undefined },
): Promise<Customer> {
  const person = await makePerson(db, 'CLIENT', now)
  const written: Written = {}
  const asked = async (path: string, body: object) => {
    const answer = await requests.untilAnswered({ method: 'POST', path, body, token: person.token(), written })
    if (!answer || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
  const payer = { fullname: 'Sara Mohammadi' }
  const started = await asked('/api/payments/pay/online/', { amount: CREDIT, currency: 'IRT', ...payer })
  const answer = await pressAtBank(bank.origin, String(started.url), 'pay')
  const paid = await asked('/api/payments/pay/client_verify/', { ref_id: started.payment_id, answer })
  if (paid.status !== 'PAID') throw new Error(`the top-up is ${JSON.stringify(paid)}`)
  const { room } = (await asked('/api/ticketing/create-sale-chat/', {})) as { room: { id: string } }
  return { ...person, room: room.id, credit: CREDIT, written }
}
