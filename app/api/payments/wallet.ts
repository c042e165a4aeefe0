import type { Kysely } from 'kysely'
import type { DB } from '#app/db/schema.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { WHOLE_UNIT } from '#app/rules/price.ts'
import type { ApiContext } from '../context.ts'
import { balanceOf } from '../ledger.ts'

/** Whose wallet a caller may spend: the phone of a signed-in person, and nobody's without one (§6). */
export type Spender = { phone: string } | undefined

/** How an amount is split between a wallet and a bank: the wallet's whole units first, at most what it holds. */
export async function splitAmount(
  db: Kysely<DB>,
  asked: { amount: number; currency: CurrencyCode; useWallet: boolean; spender: Spender },
): Promise<{ balance: number; fromWallet: number; left: number }> {
  const { amount, currency, useWallet, spender } = asked
  const balance = spender ? await balanceOf(db, { kind: 'WALLET', owner: spender.phone, currency }) : 0
  const unit = WHOLE_UNIT[currency]
  const fromWallet = useWallet ? Math.min(amount, Math.floor(balance / unit) * unit) : 0
  return { balance, fromWallet, left: amount - fromWallet }
}

/** Nobody is signed in yet, so nobody's wallet can be spent; it fills by refunds and waits for its owner. */
export function spenderOf(_caller: ApiContext): Spender {
  return undefined
}
