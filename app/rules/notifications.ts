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
