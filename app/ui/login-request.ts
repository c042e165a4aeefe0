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
  /** A discount code asked for it: the message after it says that the code can be used now (§4). */
  fromDiscount?: boolean
}

let requested: LoginRequest | undefined
const listeners = new Set<() => void>()

/**
 * Opens the sign-in form as a dialog over the page at hand. Only for what has a link to `/login` too: the page may have
 * no scripts.
 */
export function openLogin(request: LoginRequest = {}) {
  requested = request
  tell()
}

export function closeLogin() {
  requested = undefined
  tell()
}

export function subscribeToLogin(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function loginRequested() {
  return requested
}

function tell() {
  for (const listener of listeners) listener()
}
