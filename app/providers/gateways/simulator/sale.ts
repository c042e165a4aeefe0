import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { GatewayName } from '#app/rules/constants.ts'

/** One token that a shop has requested, and its state. Times are milliseconds since 1970. */
export type Sale = {
  bank: GatewayName
  token: string
  merchant: string
  orderNumber: string
  /** In the protocol's unit: Rial at Saman, cents at Yekpay. */
  amount: number
  /** What the customer paid; it differs from `amount` only by the button for that. */
  paidAmount: number
  returnAddress: string
  callbackBy: 'GET' | 'POST'
  expiresAt: number
  /** `returned`: the bank gave it back because the shop did not verify in time. */
  state: 'waiting' | 'paid' | 'verified' | 'cancelled' | 'failed' | 'expired' | 'reversed' | 'returned'
  reference: string
  trace: string
  paidAt?: number
}

export type Books = {
  all(): Sale[]
  add(sale: Sale): void
  byToken(bank: GatewayName, token: string): Sale | undefined
  byReference(bank: GatewayName, reference: string): Sale | undefined
  byOrder(bank: GatewayName, orderNumber: string): Sale | undefined
  /** Saves the caller's changes to a sale. */
  save(): void
}

/** The bank's sales. With a file they survive even `kill -9`, so that background checks can still ask about them. */
export function openBooks(file?: string): Books {
  const sales = file ? readSales(file) : []
  const save = () => {
    if (file) writeSales(file, sales)
  }
  return {
    all: () => sales,
    add(sale) {
      sales.push(sale)
      save()
    },
    byToken: (bank, token) => sales.find((sale) => sale.bank === bank && sale.token === token),
    byReference: (bank, reference) => sales.find((sale) => sale.bank === bank && sale.reference === reference),
    byOrder: (bank, orderNumber) => sales.find((sale) => sale.bank === bank && sale.orderNumber === orderNumber),
    save,
  }
}

function readSales(file: string): Sale[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Sale[]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function writeSales(file: string, sales: Sale[]) {
  const draft = `${file}.draft`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(draft, JSON.stringify(sales))
  renameSync(draft, file)
}
