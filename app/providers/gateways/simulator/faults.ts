import { z } from 'zod'

const call = z.enum(['token', 'verify', 'reverse', 'receipt'])
export type BankCall = z.infer<typeof call>

/**
 * How the simulated bank misbehaves: the fault switches of protocols/saman.md §13 and protocols/yekpay.md §9. The
 * defaults are a healthy bank.
 */
export const FaultsSchema = z.strictObject({
  /** These calls answer 503 and do nothing. */
  unavailable: z.array(call).default([]),
  /** These calls have their effect and never answer. */
  hang: z.array(call).default([]),
  /** These calls have their effect and answer an HTML page with status 200. */
  html: z.array(call).default([]),
  /** The caller's address is not registered. */
  refuseCaller: z.boolean().default(false),
  /** Moves the bank's clock ahead. */
  minutesAhead: z.number().default(0),

  stringNumbers: z.boolean().default(false),
  transactionDetail: z.enum(['present', 'missing', 'leading blank']).default('present'),
  affectiveAmount: z.number().optional(),
  /** The header `X-IPG-Url` in the answer to the token call. */
  paymentPage: z.string().optional(),
  /** Some terminals confirm a second verify with 0 instead of 2. */
  verifyAgain: z.enum(['duplicate', 'success']).default('duplicate'),
  /** With the receipt call enabled, Saman's callback carries only token and receipt number. */
  shortCallback: z.boolean().default(false),

  yekpayCallback: z.enum(['GET', 'POST']).default('GET'),
  yekpayAmount: z.enum(['text', 'number', 'cents', 'missing']).default('text'),
  descriptionAsArray: z.boolean().default(false),
  lowerCaseKeys: z.boolean().default(false),
})

export type Faults = z.infer<typeof FaultsSchema>
export type FaultSettings = z.input<typeof FaultsSchema>
