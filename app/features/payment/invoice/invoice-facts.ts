import type { z } from 'zod'
import type { Invoice } from '#app/contract/payments.ts'

export type InvoiceFacts = z.infer<typeof Invoice>

/** Who runs the marketplace, as configured. */
export interface Seller {
  name: string
  site: string
  address?: string
  taxNumber?: string
  registration?: string
}

/** An invoice's number as people read it: SV-F000017. */
export function invoiceNumber(number: number, prefix: string): string {
  return prefix + String(number).padStart(6, '0')
}
