import type { z } from 'zod'
import type { Invoice } from '#app/contract/payments.ts'

export type InvoiceFacts = z.infer<typeof Invoice>
