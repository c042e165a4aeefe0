import { lazy, Suspense, useSyncExternalStore } from 'react'
import { closeLogin, loginRequested, subscribeToLogin } from '#app/features/sign-in/login-request.ts'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'

const LoginDialog = lazy(() => fetchPart(() => import('./login-dialog.live.tsx')))

/** Where the sign-in dialog appears when something opens it (`openLogin`); its code is only loaded then. */
export function LoginPlace() {
  const request = useSyncExternalStore(subscribeToLogin, loginRequested, () => undefined)
  if (!request) return null
  const close = (isSignedIn: boolean) => {
    closeLogin()
    if (isSignedIn) request.onSuccess?.()
    else request.onReject?.()
  }
  return (
    <Suspense fallback={null}>
      <LoginDialog request={request} onClose={close} />
    </Suspense>
  )
}
