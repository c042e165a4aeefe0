/** The meaning of Saman's codes (protocol §8 and §9), worded for the log and the operator. */
const states: Record<string, { text: string; alert?: true }> = {
  1: { text: 'cancelled by the customer' },
  3: { text: 'payment failed' },
  4: { text: 'no answer of the customer in time' },
  5: { text: 'invalid parameters', alert: true },
  8: { text: 'our address is not registered', alert: true },
  9: { text: 'card PIN wrong three times' },
  10: { text: 'token unknown or expired' },
  11: { text: 'the terminal takes tokens only', alert: true },
  12: { text: 'terminal unknown or inactive', alert: true },
  21: { text: 'settlement rules broken', alert: true },
}

/** A callback's `Status` or a token's `errorCode`. An unknown one is a failure that an operator should check. */
export function samanState(code: string): { text: string; alert: boolean } {
  const known = states[code]
  return { text: known?.text ?? 'unknown status', alert: known ? known.alert === true : code !== '' }
}

const results: Record<string, { text: string; answer: 'done' | 'again' | 'not_paid' | 'too_late' | 'setup' }> = {
  0: { text: 'done', answer: 'done' },
  2: { text: 'asked before', answer: 'again' },
  5: { text: 'already reversed', answer: 'not_paid' },
  '-2': { text: 'no such transaction', answer: 'not_paid' },
  '-6': { text: 'too late', answer: 'too_late' },
  '-18': { text: 'our address is not allowed', answer: 'setup' },
  '-104': { text: 'terminal inactive', answer: 'setup' },
  '-105': { text: 'terminal does not exist', answer: 'setup' },
  '-106': { text: 'our address is not allowed', answer: 'setup' },
  '-111': { text: 'malformed request', answer: 'setup' },
}

/** The `ResultCode` of verify and reverse; an unknown one needs a person to check. */
export function samanResult(code: number | undefined) {
  return results[String(code)] ?? { text: `unknown result ${code ?? ''}`.trim(), answer: 'setup' as const }
}
