import { type Kysely, sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS, type CurrencyCode, currencyOfId } from '#app/rules/constants.ts'

/**
 * The kinds of accounts: the wallet of a phone, what a gateway holds for us, what was prepaid to a company, a company's
 * own account, the marketplace's commissions, and what its bank has paid out. A positive balance is owed to the owner;
 * a gateway's is negative, because it owes us. Other accounts are for money that we never hold: what is in a company's
 * TILL (negative as a gateway's), and which part of it is the company's (DESK_INCOME). DEPOSIT is a customer's, whether a
 * company's till or a gateway has the money. Customers' payouts are on CUSTOMER_PAYOUT until the bank has transferred them, and refunds to a
 * card on CARD_RETURN until the gateway has answered. CANCELLATION_FEE is only in old entries: every such account was
 * settled and stays at zero.
 */
export type AccountKind =
  | 'WALLET'
  | 'GATEWAY'
  | 'PREPAYMENT'
  | 'COMPANY'
  | 'CANCELLATION_FEE'
  | 'COMMISSION'
  | 'BANK'
  | 'TILL'
  | 'DESK_INCOME'
  | 'DEPOSIT'
  | 'CUSTOMER_PAYOUT'
  | 'CARD_RETURN'

/** `amount` in the minor unit of the posting's currency: positive to the owner, negative from the owner. */
export type Entry = { kind: AccountKind; owner: string | number; amount: number }

export type Posting = {
  /** Identifies the movement for ever: the same key is posted once. */
  key: string
  kind:
    | 'PAYMENT'
    | 'LATE_PAYMENT'
    | 'TOP_UP'
    | 'WALLET_DEBIT'
    | 'WALLET_RETURN'
    | 'REFUND'
    | 'CHANGE_REFUND'
    | 'CARD_RETURN'
    | 'RETAINED'
    | 'COMMISSION'
    | 'WALLET_MOVE'
    | 'WALLET_FORFEIT'
    | 'CORRECTION'
    | 'DESK'
    | 'CHARGE'
    | 'DEPOSIT'
    | 'DEPOSIT_BACK'
    | 'UNDONE'
    | 'PAYOUT'
    | 'WALLET_PAYOUT'
    | 'PAYOUT_RETURN'
  currency: CurrencyCode
  at: Date
  entries: Entry[]
  reservation?: string
  payment?: string
}

/**
 * Posts one movement of money; false if its key was posted before, and then nothing changes. Entries of zero are left
 * out. Throws a RangeError if the entries do not add up to zero; the database refuses a wallet below zero
 * (`wallet_not_below_zero`). Source: decisions.md, "Paying".
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const entries = posting.entries.filter(({ amount }) => amount !== 0)
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  if (sum !== 0) throw new RangeError(`the posting ${posting.key} does not balance: ${sum}`)
  if (entries.length === 0) return false

  const transaction = await tx
    .insertInto('ledger_transaction')
    .values({
      key: posting.key,
      kind: posting.kind,
      at: posting.at,
      reservation_id: posting.reservation ?? null,
      payment_id: posting.payment ?? null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!transaction) return false

  const accounts = await accountsOf(tx, entries, posting.currency)
  const rows = entries.map((entry) => ({
    transaction_id: transaction.id,
    account_id: accounts.get(nameOf(entry)) ?? 0,
    amount: entry.amount,
  }))
  // Each entry locks its account; always in the same order, because otherwise two movements could wait for each other.
  rows.sort((one, other) => one.account_id - other.account_id)
  // Withdrawals first: the balance that they leave in a wallet decides which part of it moves.
  if (posting.kind === 'WALLET_MOVE') rows.sort((one, other) => one.amount - other.amount)
  await tx.insertInto('ledger_entry').values(rows).execute()
  return true
}

/** A movement of a reservation that can be undone and repeated. */
type Repeated = { reservation: string; what: 'commission' | 'refund' | 'retained' }

/** The key of such a movement if it were posted now: `refund 1`, and `refund 1 again 1` once that was undone. */
export async function repeatedKey(tx: Tx, { reservation, what }: Repeated): Promise<string> {
  const key = `${what} ${reservation}`
  const { undone } = await tx
    .selectFrom('ledger_transaction')
    .select((of) => of.fn.countAll<number>().as('undone'))
    .where('reservation_id', '=', reservation)
    .where('kind', '=', 'UNDONE')
    .where(sql<boolean>`starts_with(key, ${`undone ${key}`})`)
    .executeTakeFirstOrThrow()
  return undone > 0 ? `${key} again ${undone}` : key
}

/** Posts the opposite of such a movement; both stay in the books. Does nothing if it was never posted. */
export async function undoPosting(tx: Tx, { reservation, what, at }: Repeated & { at: Date }): Promise<void> {
  await reversePosting(tx, { key: await repeatedKey(tx, { reservation, what }), reservation, at })
}

/** Posts the opposite of the movement with a key. Does nothing if it was never posted. */
export async function reversePosting(
  tx: Tx,
  { key, reservation, at }: { key: string; reservation: string; at: Date },
): Promise<void> {
  const posted = await tx
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select(['ledger_account.kind', 'ledger_account.owner', 'ledger_account.currency_id', 'ledger_entry.amount'])
    .where('ledger_transaction.key', '=', key)
    .execute()
  const [first] = posted
  if (!first) return
  const currency = currencyOfId(first.currency_id) ?? 'IRT'
  const entries = posted.map(({ kind, owner, amount }) => ({ kind, owner, amount: -amount }))
  await post(tx, { key: `undone ${key}`, kind: 'UNDONE', currency, at, reservation, entries })
}

/** The part of a wallet that came from a bank, also by a refund, and can be paid out. In the minor unit. */
export async function cashOf(db: Kysely<DB>, { wallet, currency }: { wallet: string; currency: CurrencyCode }) {
  const found = await db
    .selectFrom('ledger_account')
    .select('cash')
    .where('kind', '=', 'WALLET')
    .where('owner', '=', wallet)
    .where('currency_id', '=', CURRENCY_IDS[currency])
    .executeTakeFirst()
  return found?.cash ?? 0
}

/** The balance of an account, in the minor unit of the currency; 0 if it never had an entry. */
export async function balanceOf(
  db: Kysely<DB>,
  account: { kind: AccountKind; owner: string | number; currency: CurrencyCode },
): Promise<number> {
  const found = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', account.kind)
    .where('owner', '=', String(account.owner))
    .where('currency_id', '=', CURRENCY_IDS[account.currency])
    .executeTakeFirst()
  return found?.balance ?? 0
}

/** The accounts of the entries, created if they are missing. */
async function accountsOf(tx: Tx, entries: Entry[], currency: CurrencyCode): Promise<Map<string, number>> {
  const currency_id = CURRENCY_IDS[currency]
  const names = [...new Set(entries.map(nameOf))].sort()
  const wanted = names.map((name) => {
    const entry = entries.find((one) => nameOf(one) === name)!
    return { kind: entry.kind, owner: String(entry.owner), currency_id }
  })
  const read = () =>
    tx
      .selectFrom('ledger_account')
      .select(['id', 'kind', 'owner'])
      .where('currency_id', '=', currency_id)
      .where((where) =>
        where.or(wanted.map(({ kind, owner }) => where.and([where('kind', '=', kind), where('owner', '=', owner)]))),
      )
      .execute()
  let accounts = await read()
  if (accounts.length < wanted.length) {
    await tx
      .insertInto('ledger_account')
      .values(wanted)
      .onConflict((conflict) => conflict.columns(['kind', 'owner', 'currency_id']).doNothing())
      .execute()
    accounts = await read()
  }
  return new Map(accounts.map((account) => [nameOf(account), account.id]))
}

const nameOf = ({ kind, owner }: { kind: string; owner: string | number }) => `${kind} ${owner}`
