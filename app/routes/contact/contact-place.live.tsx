import { lazy, Suspense, useSyncExternalStore } from 'react'
import { closeContact, contactRequested, subscribeToContact } from '#app/features/support/contact-request.ts'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'

const ContactDialog = lazy(() => fetchPart(() => import('./contact-dialog.live.tsx')))

/** Where the contact dialog appears when a link opens it; its code is only loaded then. */
export function ContactPlace() {
  const isRequested = useSyncExternalStore(subscribeToContact, contactRequested, () => false)
  if (!isRequested) return null
  return (
    <Suspense fallback={null}>
      <ContactDialog onClose={closeContact} />
    </Suspense>
  )
}
