import { type ComponentType, useEffect, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { showToast } from '#app/ui/page/toast-list.ts'
import { fetchOptional } from './failed-chunk.live.ts'
import { heldNow, subscribeToHeld } from './held-request.live.ts'

type MessageComponent = ComponentType<{ person: string }>

/** Loads what shows the message about a held request and keeps typed forms. Rejects if it cannot be loaded. */
export const loadHeldMessage = () => fetchOptional(() => import('./held-message.live.tsx'))

/**
 * Renders the message about a held request. Its code is loaded after everything that the page needs; if the network is lost before
 * that, the error snackbar is shown instead (§8).
 * @param person the signed-in person, if any
 */
export function HeldPlace({ person = '' }: { person?: string }) {
  const text = useText('common')('error.connectionLost')
  const [Message, setMessage] = useState<MessageComponent>()
  useEffect(() => {
    loadHeldMessage().then(
      ({ default: loaded }) => setMessage(() => loaded),
      () => {},
    )
  }, [])
  useEffect(() => {
    if (Message) return
    return subscribeToHeld(() => heldNow() && showToast({ kind: 'error', form: 'snackbar', text }))
  }, [Message, text])
  return Message && <Message person={person} />
}
