import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { commissionOnRetained } from '#app/rules/money/commission.ts'
import type { DESK_WAYS } from '#app/rules/reservation/protocol.ts'

type Money = {
  reservation: string
  phone: string
  company: number
  amount: number
  at: Date
  newId: () => string
}
type Entry = {
  kind: 'WALLET' | 'GATEWAY' | 'PREPAYMENT' | 'COMPANY' | 'COMMISSION' | 'DEPOSIT' | 'TILL' | 'DESK_INCOME'
  owner: string | number
  amount: number
}

/** Pays a prepayment and settles it: partly from the wallet if it is to be used, the rest by the bank. */
export async function payStay(tx: Kysely<DB>, { usesWallet, ...money }: Money & { usesWallet: boolean }) {
  const { reservation, phone, company, amount, at, newId } = money
  const held = usesWallet ? await walletOf(tx, phone) : 0
  // At most half, so that the demonstration shows both ways.
  const fromWallet = Math.min(held, Math.floor(amount / 2))
  const id = newId()
  const byBank = amount - fromWallet
  await payAtBank(tx, { id, reservation, amount: byBank, wallet_amount: fromWallet, at, settled_as: 'RESERVATION' })
  if (fromWallet > 0) {
    await post(tx, { key: `wallet-debit ${id}`, kind: 'WALLET_DEBIT', at, reservation, payment: id }, [
      { kind: 'WALLET', owner: phone, amount: -fromWallet },
      { kind: 'PREPAYMENT', owner: company, amount: fromWallet },
    ])
  }
  await post(tx, { key: `payment ${id}`, kind: 'PAYMENT', at, reservation, payment: id }, [
    { kind: 'GATEWAY', owner: 'saman', amount: -byBank },
    { kind: 'PREPAYMENT', owner: company, amount: byBank },
  ])
}

/** Pays a deposit by the bank, which the marketplace holds. */
export async function payDepositOfStay(
  tx: Kysely<DB>,
  { reservation, amount, at, newId }: Pick<Money, 'reservation' | 'amount' | 'at' | 'newId'>,
) {
  const [id, deposit_id, step] = [newId(), newId(), newId()]
  await tx
    .insertInto('online_deposit')
    .values({ id: deposit_id, reservation_id: reservation, amount, asked_at: at })
    .execute()
  const number = await payAtBank(tx, {
    id,
    reservation,
    deposit_id,
    amount,
    wallet_amount: 0,
    at,
    settled_as: 'DEPOSIT',
  })
  await tx
    .insertInto('desk_money')
    .values({
      ...{ id: step, reservation_id: reservation, purpose: 'DEPOSIT', way: 'ONLINE', amount, at },
      reference: String(number),
    })
    .execute()
  await post(tx, { key: `deposit ${step}`, kind: 'DEPOSIT', at, reservation, payment: id }, [
    { kind: 'GATEWAY', owner: 'saman', amount: -amount },
    { kind: 'DEPOSIT', owner: reservation, amount },
  ])
}

/** Pays the rest of a rent at the company's desk, in cash or otherwise. */
export async function payRestAtDesk(
  tx: Kysely<DB>,
  { company, reservation, protocol, ...money }: AtDesk & { company: number },
) {
  const { id, amount, at } = money
  await tx
    .insertInto('desk_money')
    .values({ ...money, reservation_id: reservation, protocol_id: protocol, purpose: 'RENT' })
    .execute()
  await post(tx, { key: `desk ${id}`, kind: 'DESK', at, reservation, payment: null }, [
    { kind: 'TILL', owner: company, amount: -amount },
    { kind: 'DESK_INCOME', owner: company, amount },
  ])
}

type AtDesk = {
  id: string
  reservation: string
  protocol: string
  way: (typeof DESK_WAYS)[number]
  amount: number
  reference: string | null
  account_id: string | null
  at: Date
}

type AtBank = {
  id: string
  reservation: string
  deposit_id?: string
  amount: number
  wallet_amount: number
  at: Date
  settled_as: 'RESERVATION' | 'DEPOSIT'
}

/** Stores a payment that the bank has confirmed; returns its number. */
async function payAtBank(tx: Kysely<DB>, { reservation, at, ...payment }: AtBank): Promise<number> {
  const { id } = payment
  const { number } = await tx
    .insertInto('payment')
    .values({
      ...payment,
      reservation_id: reservation,
      gateway: 'saman',
      currency_id: CURRENCY_IDS.IRT,
      status: 'PAID',
      reference: id,
      card: '621986******1234',
      return_address: 'https://savari.example/external-pay',
      created_at: new Date(at.getTime() - 120_000),
      redirected_at: new Date(at.getTime() - 119_000),
      verified_at: at,
      settled_at: at,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('payment')
    .set({ trace: String(number) })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('payment_reference')
    .values({ gateway: 'saman', reference: id, payment_id: id, claimed_at: at })
    .execute()
  return number
}

/** Refunds a part to the wallet; the rest goes to the company, less the commission. */
export async function refundStay(tx: Kysely<DB>, returned: Money & { refund: number; percent: number }) {
  const { reservation, phone, company, amount, at, refund, percent } = returned
  const retained = amount - refund
  const commission = commissionOnRetained(retained, percent, 'IRT')
  const named = { at, reservation, payment: null }
  if (refund > 0) {
    await post(tx, { ...named, key: `refund ${reservation}`, kind: 'REFUND' }, [
      { kind: 'PREPAYMENT', owner: company, amount: -refund },
      { kind: 'WALLET', owner: phone, amount: refund },
    ])
  }
  if (retained > 0) {
    await post(tx, { ...named, key: `retained ${reservation}`, kind: 'RETAINED' }, [
      { kind: 'PREPAYMENT', owner: company, amount: -retained },
      { kind: 'COMPANY', owner: company, amount: retained - commission },
      { kind: 'COMMISSION', owner: 'marketplace', amount: commission },
    ])
  }
}

/** Pays the prepayment to the company at the return, less the commission. */
export async function earnFromStay(tx: Kysely<DB>, { commission, ...money }: Money & { commission: number }) {
  const { reservation, company, amount, at } = money
  await post(tx, { key: `commission ${reservation}`, kind: 'COMMISSION', at, reservation, payment: null }, [
    { kind: 'PREPAYMENT', owner: company, amount: -amount },
    { kind: 'COMPANY', owner: company, amount: amount - commission },
    { kind: 'COMMISSION', owner: 'marketplace', amount: commission },
  ])
}

async function walletOf(tx: Kysely<DB>, phone: string): Promise<number> {
  const wallet = await tx
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', 'WALLET')
    .where('owner', '=', phone)
    .executeTakeFirst()
  return wallet?.balance ?? 0
}

type Named = { key: string; kind: string; at: Date; reservation: string; payment: string | null }

/** Posts a movement to the ledger; the database updates the balances and refuses one that does not balance. */
async function post(tx: Kysely<DB>, { reservation, payment, ...named }: Named, entries: Entry[]) {
  const { id } = await tx
    .insertInto('ledger_transaction')
    .values({ ...named, reservation_id: reservation, payment_id: payment })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { kind, owner, amount } of entries.filter((entry) => entry.amount !== 0)) {
    const account = { kind, owner: String(owner), currency_id: CURRENCY_IDS.IRT }
    const { id: account_id } = await tx
      .insertInto('ledger_account')
      .values(account)
      .onConflict((conflict) => conflict.columns(['kind', 'owner', 'currency_id']).doUpdateSet({ kind }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('ledger_entry').values({ transaction_id: id, account_id, amount }).execute()
  }
}
