import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#app/i18n/text/text.tsx'
import { makeHeldBox } from '#app/ui/connection/held-box.live.ts'
import { Note } from '#app/ui/page/note.tsx'
import { heldNow, subscribeToHeld } from './held-request.live.ts'
import { keepForms } from './kept-forms.live.ts'
import { holdNativeRequests } from './native-requests.live.ts'

export { keepForms }

const nothing = () => undefined

/**
 * Says beside the pressed control that its request did not get through, that nothing is lost, and what happens next; and stores
 * what was typed. `person` is the signed-in person.
 */
export default function HeldMessage({ person }: { person: string }) {
  useEffect(() => keepForms(person), [person])
  useEffect(holdNativeRequests, [])
  const t = useText('common')
  const held = useSyncExternalStore(subscribeToHeld, heldNow, nothing)
  const [place, setPlace] = useState<Element>()
  const by = held?.by
  useEffect(() => {
    if (!held) return
    const made = makeHeldBox(by)
    setPlace(made)
    return () => made.remove()
  }, [held, by])
  if (!held || !place) return null
  return createPortal(
    <Note kind="warn">
      <p>{t(`held.${held.kind}`)}</p>
      {held.again && (
        <button type="button" className="btn btn-s" onClick={() => held.again?.()}>
          {t('error.again')}
        </button>
      )}
    </Note>,
    place,
  )
}
