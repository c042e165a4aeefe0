import {
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'
import { keepDraft } from './room/draft.ts'
import type { RoomStart } from './room/live-message.ts'

interface Rooms {
  LiveRoom: ComponentType<{ start: RoomStart }>
  SalesRoom: ComponentType | undefined
}

/**
 * Replaces the page's own list and form by the live room. They stay until it is loaded, and what was written in the form
 * until then moves to the room's.
 * @param start undefined leaves the page as it is; `'sales'` is the room that the first message would create
 */
export function LiveChat({ start, children }: { start: RoomStart | 'sales' | undefined; children: ReactNode }) {
  const [rooms, setRooms] = useState<Rooms>()
  const isSales = start === 'sales'
  const isLive = start !== undefined
  useEffect(() => {
    if (!isLive) return
    // Loaded before it is rendered: a part that is still on its way would empty the boundary while that is being hydrated.
    void loadRooms(isSales).then((loaded) => startTransition(() => setRooms(loaded)))
  }, [isLive, isSales])
  return (
    <Suspense>
      {rooms && start !== undefined ? (
        <div className="room-page">
          {start === 'sales' ? (
            rooms.SalesRoom && <rooms.SalesRoom />
          ) : (
            <rooms.LiveRoom key={start.room.id} start={start} />
          )}
        </div>
      ) : (
        <OwnForm>{children}</OwnForm>
      )}
    </Suspense>
  )
}

async function loadRooms(isSales: boolean): Promise<Rooms> {
  const [live, sales] = await Promise.all([
    fetchPart(() => import('./room/live-room.live.tsx')),
    isSales ? fetchPart(() => import('./room/sales-room.live.tsx')) : undefined,
  ])
  return { LiveRoom: live.default, SalesRoom: sales?.default }
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
