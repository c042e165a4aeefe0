/** Why a message was not sent. Source: protocols/sms.md §0; `invalid_recipient` is its `invalid_number`, for e-mail too. */
export type NotSentReason =
  | 'invalid_recipient'
  | 'blacklisted'
  | 'no_credit'
  | 'template'
  | 'auth'
  | 'rate_limited'
  | 'provider_down'
  | 'unknown'

/**
 * A message that no provider has accepted. The error's text contains the provider, the reason and the provider's own code,
 * never a recipient, a text or a key, so it may be logged.
 */
export class NotSent extends Error {
  readonly provider: string
  readonly reason: NotSentReason
  /** False when the provider may have sent it nevertheless: after a timeout, or when the connection was lost during its answer. */
  readonly isCertain: boolean

  constructor(failure: { provider: string; reason: NotSentReason; detail: string; isCertain?: boolean }) {
    super(`${failure.provider}: ${failure.reason} (${failure.detail})`)
    this.name = 'NotSent'
    this.provider = failure.provider
    this.reason = failure.reason
    this.isCertain = failure.isCertain ?? true
  }

  /** Whether the same provider may accept it later. */
  get mayPass(): boolean {
    return this.reason === 'provider_down' || this.reason === 'rate_limited'
  }
}
