import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { SNACKBAR_MS, TOAST_MS } from '#app/rules/constants.ts'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import {
  type FlashMessage,
  hasPassed,
  type ListedToast,
  removeFlash,
  removeToast,
  subscribeToToasts,
  type ToastMessage,
  toastsNow,
} from './toast-list.ts'

const ICONS: Record<ToastMessage['kind'], IconName> = {
  success: 'check',
  warning: 'alert',
  error: 'alert',
  info: 'info',
}
const NONE: readonly ListedToast[] = []

/**
 * The messages at the bottom of the page. `flash` came with the page: without JavaScript it stays until the next page,
 * with it, it disappears like the others.
 */
export function Toasts({ flash }: { flash?: FlashMessage }) {
  const t = useText('common')
  const listed = useSyncExternalStore(subscribeToToasts, toastsNow, () => NONE)
  return (
    <section className="toasts" aria-label={t('messages')}>
      {flash && !hasPassed(flash) && <Toast {...flash} onGone={() => removeFlash(flash)} />}
      {listed.map((toast) => (
        <Toast key={toast.id} {...toast} onGone={() => removeToast(toast.id)} />
      ))}
    </section>
  )
}

/** One message; it stays while the pointer is over it or it has the focus. */
function Toast({ kind, text, form = 'toast', onGone }: ToastMessage & { onGone: () => void }) {
  const t = useText('common')
  const [isHeld, setHeld] = useState(false)
  const gone = useRef(onGone)
  gone.current = onGone
  const isSnackbar = form === 'snackbar'
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => gone.current(), isSnackbar ? SNACKBAR_MS : TOAST_MS)
    return () => clearTimeout(timer)
  }, [isHeld, isSnackbar])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits for whoever is still reading
    <div
      className={`toast toast-${kind}${isSnackbar ? ' toast-time' : ''}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICONS[kind]} />
      <span className="grow">{text}</span>
      {isSnackbar && (
        <button type="button" className="ib" aria-label={t('close')} onClick={onGone}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
