/** A short temporary message: a `toast` disappears after 2 s, a `snackbar` after 10 s or by its button (§8, §9). */
export interface ToastMessage {
  kind: 'success' | 'warning' | 'error' | 'info'
  text: string
  form?: 'toast' | 'snackbar'
}

/** A message that came with a page. */
export interface FlashMessage extends ToastMessage {
  /** Identifies the message: the same object as long as it is the same message, across renderings. */
  source: object
}

export interface ListedToast extends ToastMessage {
  id: number
}

let list: readonly ListedToast[] = []
let lastId = 0
const passed = new WeakSet<object>()
const listeners = new Set<() => void>()

/** Shows a message at the bottom of the page. */
export function showToast(message: ToastMessage) {
  lastId += 1
  list = [...list, { ...message, id: lastId }]
  notifyListeners()
}

/** Takes a toast off the list, after its time or when it is dismissed. */
export function removeToast(id: number) {
  list = list.filter((toast) => toast.id !== id)
  notifyListeners()
}

/** Marks a page's message as shown, so that it does not appear again in another frame. */
export function removeFlash({ source }: FlashMessage) {
  passed.add(source)
  list = [...list]
  notifyListeners()
}

/** Whether a page's message has been shown for its full time. */
export function hasPassed({ source }: FlashMessage): boolean {
  return passed.has(source)
}

/** Calls the listener whenever the list changes; returns how to unsubscribe. */
export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The toasts on screen. The array is replaced at each change, as `useSyncExternalStore` needs. */
export function toastsNow() {
  return list
}

function notifyListeners() {
  for (const listener of listeners) listener()
}
