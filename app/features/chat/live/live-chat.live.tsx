import { lazy, type ReactNode, Suspense, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'
import { keepDraft } from './room/draft.ts'
import type { RoomStart } from './room/live-message.ts'

const LiveRoom = lazy(() => fetchPart(() => import('./room/live-room.live.tsx')))
const SalesRoom = lazy(() => fetchPart(() => import('./room/sales-room.live.tsx')))

/**
 * Replaces the page's own list and form by the live room. They stay until it is loaded, and what was written in the form
 * until then moves to the room's.
 * @param start undefined leaves the page as it is; `'sales'` is the room that the first message would create
 */
export function LiveChat({ start, children }: { start: RoomStart | 'sales' | undefined; children: ReactNode }) {
  const [isAwake, setAwake] = useState(false)
  // A transition keeps the present content until the room can be shown.
  useEffect(() => startTransition(() => setAwake(true)), [])
  return (
    <Suspense>
      {isAwake && start !== undefined ? (
        <div className="room-page">
          {start === 'sales' ? <SalesRoom /> : <LiveRoom key={start.room.id} start={start} />}
        </div>
      ) : (
        <OwnForm>{children}</OwnForm>
      )}
    </Suspense>
  )
}

/** The page's own list and form; a text in the form is kept when they are replaced. */
function OwnForm({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const field = box.current?.querySelector<HTMLTextAreaElement>('textarea[name=message]')
    return () => {
      if (!field?.value) return
      const isWriting = document.activeElement === field
      keepDraft({ text: field.value, cursor: isWriting ? field.selectionEnd : undefined })
    }
  }, [])
  return (
    <div className="stack" ref={box}>
      {children}
    </div>
  )
}
