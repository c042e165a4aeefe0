import { z } from 'zod'
import { isIban, normaliseIban } from './rules/money/iban.ts'
import { PAIN_VERSIONS, type PainVersion } from './rules/money/payment/payment-order.server.ts'

/** The settings of the account from which companies and customers are paid in euro. */
export const PAYOUT_ENVIRONMENT = {
  PAYOUT_NAME: z.string().trim().min(1).max(70, 'must have at most 70 characters').optional(),
  PAYOUT_IBAN: z
    .string()
    .transform(normaliseIban)
    .refine((iban) => isIban(iban) && !iban.startsWith('IR'), 'must be an IBAN whose check digits agree, not a Sheba')
    .optional(),
  PAYOUT_BIC: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 letters and digits')
    .optional(),
  PAYOUT_FORMAT: z.enum(PAIN_VERSIONS, `must be ${PAIN_VERSIONS.join(' or ')}`).default('pain.001.001.09'),
}

type Needed = { PAYOUT_FORMAT: PainVersion; BRAND_COMPANY: string }
type PayoutSettings = Needed & { [Name in 'PAYOUT_NAME' | 'PAYOUT_IBAN' | 'PAYOUT_BIC']?: string }

/** The example account of textbooks, from which no bank would pay. */
const DEMONSTRATION_ACCOUNT = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }

/** Undefined if production names none: then no file for the bank is made. */
export function ownAccountOf(settings: PayoutSettings, isProduction: boolean) {
  const { PAYOUT_NAME, PAYOUT_IBAN: iban, PAYOUT_BIC: bic, PAYOUT_FORMAT: format, BRAND_COMPANY } = settings
  const name = PAYOUT_NAME ?? BRAND_COMPANY
  if (iban) return { name, iban, bic, format }
  return isProduction ? undefined : { name, ...DEMONSTRATION_ACCOUNT, format }
}
