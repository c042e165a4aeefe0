import { observed } from '#app/ui/observed.ts'

/** What a page wants of the sign-in dialog (§2, "Dialogs"). */
export interface LoginRequest {
  /** Filled in beforehand. */
  phone?: string
  countryCode?: string
  /** After signing in. */
  onSuccess?: () => void
  /** After the dialog was closed without signing in. */
  onReject?: () => void
  /** Whether there is a button that says "cancel" beside the cross. */
  cancellable?: boolean
  /** It was opened for a discount code: the message after it says that the code can be used now (§4). */
  fromDiscount?: boolean
}

const requested = observed<LoginRequest | undefined>(undefined)
export const subscribeToLogin = requested.subscribe
export const loginRequested = requested.get

/**
 * Opens the sign-in form as a dialog over the page at hand. Only for what has a link to `/login` too: the page may have
 * no scripts.
 */
export function openLogin(request: LoginRequest = {}) {
  requested.set(request)
}

/** Closes the sign-in dialog. */
export function closeLogin() {
  requested.set(undefined)
}
