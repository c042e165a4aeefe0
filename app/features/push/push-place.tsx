import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { fetchOptional } from '#app/ui/connection/failed-chunk.live.ts'

/** It appears by itself, so nobody misses it when it cannot be loaded. */
const PushPrompt = lazy<ComponentType<{ isSignedIn: boolean; onAnswer: () => void; onClose: () => void }>>(() =>
  fetchOptional(() => import('./push-prompt.live.tsx')).catch(() => ({ default: () => null })),
)

/** §4, §9: after load, or after the start of scripts that wait for the visitor. */
const ASKS_AFTER_MS = 2000
const SETS_UP_AFTER_MS = 1000
/** The storage key that marks that the prompt was answered or closed: it never appears again (§9). */
const ANSWERED = 'notification-prompt'

/** Shows the notification prompt, or sets push up when it was granted before; loads the code for either only when it is needed. */
export function PushPlace({ isSignedIn }: { isSignedIn: boolean }) {
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    const isAsked = isAskedNow()
    if (isAsked === undefined) return
    const timer = isAsked
      ? // Who has signed in meanwhile may have answered what they were asked before.
        setTimeout(() => setAsks(!!isAskedNow()), ASKS_AFTER_MS)
      : setTimeout(
          () => void import('./set-up.live.ts').then(({ setUpPush }) => setUpPush(isSignedIn)),
          SETS_UP_AFTER_MS,
        )
    return () => clearTimeout(timer)
  }, [isSignedIn])
  if (!asks) return null
  const close = () => {
    remember()
    setAsks(false)
  }
  return (
    <Suspense fallback={null}>
      <PushPrompt isSignedIn={isSignedIn} onAnswer={remember} onClose={close} />
    </Suspense>
  )
}

/**
 * Whether the person is asked; false where push is set up without a question, undefined where there is nothing to do. Browsers without
 * storage are not asked, because they would be asked on every page.
 */
function isAskedNow(): boolean | undefined {
  try {
    if ('AndroidBridge' in window) return false
    if (!('Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window)) return undefined
    if (Notification.permission === 'granted') return false
    return (Notification.permission === 'default' && !localStorage.getItem(ANSWERED)) || undefined
  } catch {
    return undefined
  }
}

function remember() {
  localStorage.setItem(ANSWERED, 'answered')
}
