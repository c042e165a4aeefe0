import { lazy, type ReactNode, Suspense, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'
import { keepDraft } from './room/draft.ts'
import type { RoomStart } from './room/live-message.ts'

const LiveRoom = lazy(() => fetchPart(() => import('./room/live-room.live.tsx')))
const SalesRoom = lazy(() => fetchPart(() => import('./room/sales-room.live.tsx')))

/**
 * The room as it lives, in the place of the page's own list and form. These stay until it has been fetched: what is
 * written meanwhile is written in one form, and goes on in the room's.
 * @param start undefined leaves the page as it is; `'sales'` is the room that the first message would make
 */
export function LiveChat({ start, children }: { start: RoomStart | 'sales' | undefined; children: ReactNode }) {
  const [isAwake, setAwake] = useState(false)
  // A transition leaves what is shown in its place until the next can be.
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

/** The page's own list and form; what has been written in it is kept when it goes. */
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
