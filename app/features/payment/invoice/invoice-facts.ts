import type { z } from 'zod'
import type { Invoice } from '#app/contract/shapes/invoice.ts'

/** A company does not see by which way its customers paid. */
export type InvoiceFacts = Omit<z.infer<typeof Invoice>, 'gateway'> & {
  gateway: z.infer<typeof Invoice>['gateway'] | null
}
