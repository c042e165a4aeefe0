type Meaning = { text: string; alert: boolean }

const setup = (text: string): Meaning => ({ text, alert: true })
const customer = (text: string): Meaning => ({ text, alert: false })

/** Two versions of the document give the same codes different meanings; such texts name both (protocol §6). */
const requestCodes: Record<string, Meaning> = {
  '-1': setup('parameters incomplete'),
  '-2': setup('merchant code incorrect'),
  '-3': setup('merchant not active'),
  '-4': setup('currency not valid'),
  '-5': customer('amount above or below the limit'),
  '-6': setup('our address is not allowed'),
  '-7': setup('order number not valid or not unique'),
  '-8': setup('currency not valid'),
  '-9': setup('amount not valid'),
  '-10': setup('our address is not allowed'),
  '-12': customer('amount below the minimum'),
  '-100': setup('unknown error'),
}

/** A code of the payment request; an unknown one is a failure that an operator should check. */
export function yekpayRequestRefusal(code: number): Meaning {
  return requestCodes[String(code)] ?? setup(`unknown code ${code}`)
}

export type VerifyAnswer = 'paid' | 'already_verified' | 'not_paid' | 'ask_again' | 'setup'

const verifyCodes: Record<string, { text: string; answer: VerifyAnswer }> = {
  100: { text: 'paid', answer: 'paid' },
  '-1': { text: 'parameters incomplete', answer: 'setup' },
  '-2': { text: 'merchant code incorrect', answer: 'setup' },
  '-3': { text: 'merchant not active', answer: 'setup' },
  '-8': { text: 'authority not valid', answer: 'setup' },
  '-9': { text: 'already verified', answer: 'already_verified' },
  '-10': { text: 'payment failed or not finished', answer: 'not_paid' },
  '-100': { text: 'unknown error', answer: 'ask_again' },
}

/** A code of verify. Errors in our settings and unknown codes say nothing about the customer's money: a person must check. */
export function yekpayVerifyCode(code: number): { text: string; answer: VerifyAnswer } {
  return verifyCodes[String(code)] ?? { text: `unknown code ${code}`, answer: 'setup' }
}
