import { z } from 'zod'
import { isIban, normaliseIban } from '#app/rules/money/iban.ts'
import { requiredText, Text } from './text.ts'

/** An IBAN or a Sheba number, however it is written; the output is the stored form. */
const Iban = requiredText(50)
  .transform(normaliseIban)
  .refine((iban) => isIban(iban), 'iban')

/** The destination of a bank transfer: an account and its holder. */
export const BankAccount = z.object({ holder: Text.min(2, 'required').max(70, 'max_length'), iban: Iban })
