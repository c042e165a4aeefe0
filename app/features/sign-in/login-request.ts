import { observed } from '#app/ui/observed.ts'

/** Options of the sign-in dialog (§2, "Dialogs"). */
export interface LoginRequest {
  /** Filled in beforehand. */
  phone?: string
  countryCode?: string
  /** Called after signing in. */
  onSuccess?: () => void
  /** Called after the dialog was closed without signing in. */
  onReject?: () => void
  /** Whether there is a "cancel" button besides the cross. */
  cancellable?: boolean
  /** Whether it was opened for a discount code: the message afterwards then says that the code can be used now (§4). */
  fromDiscount?: boolean
}

const requested = observed<LoginRequest | undefined>(undefined)
export const subscribeToLogin = requested.subscribe
export const loginRequested = requested.get

/**
 * Opens the sign-in form as a dialog over the current page. Use it only on links to `/login`, which work without scripts.
 */
export function openLogin(request: LoginRequest = {}) {
  requested.set(request)
}

/** Closes the sign-in dialog. */
export function closeLogin() {
  requested.set(undefined)
}
