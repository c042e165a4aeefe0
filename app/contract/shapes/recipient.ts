import { z } from 'zod'
import { optionalText, requiredLines, requiredText, Text } from './text.ts'

/** A business as it is typed for an invoice. */
export const RecipientFields = z.object({
  name: requiredText(120),
  /** Its name in any of our languages, or its code. */
  country: requiredText(80),
  /** In the form of its country (`taxNumber`). */
  tax_number: requiredText(30),
  address: requiredLines(300),
  order_number: optionalText(40),
})

/** A business as invoices name it. */
export const Recipient = z.object({
  name: Text,
  country: z.string(),
  tax_number: z.string(),
  address: z.string(),
  order_number: z.string().nullable(),
})

/** To whom the invoices of a reservation are made out. */
export const RecipientChoice = z.object({
  /** Null: to the driver, as a person. */
  recipient: Recipient.nullable(),
  /** What the signed-in person used last, for a form that is still empty. */
  proposed: Recipient.nullable(),
  /** The country of the rental, by its name, for the same. */
  country: z.string(),
  /** How many invoices a change replaces: each gets a credit note and is issued again. */
  reissued: z.int(),
  /** How often that is still possible. */
  changes_left: z.int(),
})
