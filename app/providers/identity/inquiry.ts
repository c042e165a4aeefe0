/** Whose number it is asked about: an Iranian national id, and an Iranian mobile number in E.164. */
export type InquiryQuestion = { nationalId: string; phone: string }

/** Why there is no answer; `auth` and `no_credit` need a person of ours. */
export type SilentReason = 'auth' | 'no_credit' | 'rate_limited' | 'refused' | 'down' | 'unclear'

/** `same` and `different` are the service's own words; whatever else it says, or does not say, is silence. */
export type InquiryOutcome =
  | { outcome: 'same' }
  | { outcome: 'different' }
  | { outcome: 'silent'; reason: SilentReason; detail: string }

/**
 * Asks whether a national id and a mobile number belong to one person. Never throws, and answers within its time. No outcome contains the
 * number, the id, or what else the service has said.
 */
export type Inquire = (question: InquiryQuestion) => Promise<InquiryOutcome>
