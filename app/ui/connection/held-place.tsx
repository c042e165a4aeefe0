import { type ComponentType, useEffect, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { showToast } from '#app/ui/page/toast-list.ts'
import { fetchOptional } from './failed-chunk.live.ts'
import { heldNow, subscribeToHeld } from './held-request.live.ts'

type Notice = ComponentType<{ person: string }>

/**
 * Where it is said that something did not get through. What says it is fetched once the page has all that it needs; where
 * the line goes before, the error snackbar stands in (§8).
 * @param person who is signed in, if anybody is
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
