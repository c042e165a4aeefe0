/** What a person wants to hear of, and how (§3, notification settings). */
export type Notifications = Record<'push' | 'email' | 'sms' | 'marketing' | 'booking' | 'payment', boolean>

/** What holds for somebody who never chose (§3). */
export const DEFAULT_NOTIFICATIONS: Notifications = {
  push: true,
  email: true,
  sms: false,
  marketing: false,
  booking: true,
  payment: true,
}

/** Who is written to, and what they chose; who never chose has no settings. */
type Reader = { settings: Notifications | null; hasEmail: boolean }
/** `must`: what somebody has to hear whatever they chose, as a reservation that the company rejects. */
type News = { subject: 'booking' | 'payment'; must: boolean }

/**
 * The ways a piece of news goes: those that its reader chose, both where they never did, none where they want to hear
 * nothing of its subject. An SMS stands in for the e-mail of who has no address, and for whatever must be heard. Source: *ours*, for §3.
 */
export function waysOf({ settings, hasEmail }: Reader, { subject, must }: News): ('sms' | 'email')[] {
  const email = hasEmail && (settings?.email ?? true) ? (['email'] as const) : []
  if (!settings) return ['sms', ...email]
  if (!settings[subject] && !must) return []
  // Who has no address and wants e-mail, as everybody at first, still wants to hear.
  const standsIn = email.length === 0 && (must || settings.email)
  const sms = settings.sms || standsIn
  return [...(sms ? (['sms'] as const) : []), ...email]
}
