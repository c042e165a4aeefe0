import { isIban, normaliseIban } from '#app/rules/money/iban.ts'
import { requiredText } from './text.ts'

/** An IBAN or a Sheba number, however it is written; what comes out is the stored form. */
export const Iban = requiredText(50)
  .transform(normaliseIban)
  .refine((iban) => isIban(iban), 'iban')
