import { type ComponentType, useEffect, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { showToast } from '#app/ui/page/toast-list.ts'
import { fetchOptional } from './failed-chunk.live.ts'
import { heldNow, subscribeToHeld } from './held-request.live.ts'

type Notice = ComponentType<{ person: string }>

/**
 * Renders the notice of a held request. Its code is loaded after everything that the page needs; if the network is lost before
 * that, the error snackbar is shown instead (§8).
 * @param person the signed-in person, if any
 */
export function HeldPlace({ person = '' }: { person?: string }) {
  const text = useText('common')('error.connectionLost')
  const [Notice, setNotice] = useState<Notice>()
  useEffect(() => {
    fetchOptional(() => import('./held-notice.live.tsx')).then(
      ({ default: loaded }) => setNotice(() => loaded),
      () => {},
    )
  }, [])
  useEffect(() => {
    if (Notice) return
    return subscribeToHeld(() => heldNow() && showToast({ kind: 'error', form: 'snackbar', text }))
  }, [Notice, text])
  return Notice && <Notice person={person} />
}
