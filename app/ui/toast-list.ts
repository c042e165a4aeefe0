/** A short message that passes: `toast` goes by itself after 2 s, `snackbar` after 10 s or by its button (§8, §9). */
export interface ToastMessage {
  kind: 'success' | 'warning' | 'error' | 'info'
  text: string
  form?: 'toast' | 'snackbar'
}

export interface ListedToast extends ToastMessage {
  id: number
}

let list: readonly ListedToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message at the foot of the page, from any script of it. */
export function showToast(message: ToastMessage) {
  lastId += 1
  list = [...list, { ...message, id: lastId }]
  notifyListeners()
}

export function removeToast(id: number) {
  list = list.filter((toast) => toast.id !== id)
  notifyListeners()
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function toastsNow() {
  return list
}

function notifyListeners() {
  for (const listener of listeners) listener()
}
