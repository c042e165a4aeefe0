import type { z } from 'zod'
import type { Invoice } from '#app/contract/shapes/invoice.ts'

export type InvoiceFacts = z.infer<typeof Invoice>
