import { type Kysely, sql } from 'kysely'
import { walletOf } from '#app/api/account/own-data/holdings.ts'
import { balanceOf } from '#app/api/books/ledger.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { walletPart } from '#app/rules/money/payment/payment-parts.ts'

/** The wallet that a caller may spend: that of a signed-in person, otherwise none (§6). */
export type Spender = { wallet: string } | undefined

/**
 * How an amount is split between a wallet and a bank: the wallet's whole units first, at most its balance. Its part of
 * `open`, the pending payment that this one would replace, counts as available, because it is returned then.
 */
export async function splitAmount(
  db: Kysely<DB>,
  requested: { amount: number; currency: CurrencyCode; useWallet: boolean; spender: Spender; open?: { id: string } },
): Promise<{ balance: number; fromWallet: number; left: number }> {
  const { amount, currency, useWallet, spender, open } = requested
  const held = spender ? await balanceOf(db, { kind: 'WALLET', owner: spender.wallet, currency }) : 0
  const balance = held + (spender && open ? await givenFor(db, open, spender) : 0)
  const fromWallet = useWallet ? walletPart(amount, { balance, currency }) : 0
  return { balance, fromWallet, left: amount - fromWallet }
}

/** The wallet's part of a payment, in the minor unit. */
async function givenFor(db: Kysely<DB>, payment: { id: string }, { wallet }: { wallet: string }): Promise<number> {
  const given = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select('ledger_entry.amount')
    .where('ledger_transaction.key', '=', `wallet-debit ${payment.id}`)
    .where('ledger_account.kind', '=', 'WALLET')
    .where('ledger_account.owner', '=', wallet)
    .executeTakeFirst()
  return given ? -given.amount : 0
}

/** The signed-in person's wallet, if they may spend it. */
export async function spenderOf(db: Kysely<DB>, person: Person | undefined): Promise<Spender> {
  const wallet = person && (await walletOf(db, person))
  return wallet ? { wallet } : undefined
}

/**
 * Locks a wallet until the transaction ends, so that of two who spend from it at the same time the second sees what the first has left.
 * Incoming money takes no lock here.
 */
export async function lockWallet(tx: Tx, wallet: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet ${wallet}`}, 0))`.execute(tx)
}
