import { lazy, Suspense, useSyncExternalStore } from 'react'
import { chatRequested, closeChat, subscribeToChat } from '#app/features/chat/chat-request.ts'
import { fetchPart } from '#app/ui/connection/failed-chunk.live.ts'
import { useUnreadOfPage } from '../unread-of-page.ts'
import { useUnreadWatch } from './unread-watch.live.ts'

const ChatDialog = lazy(() => fetchPart(() => import('./chat-dialog.live.tsx')))

/** Shows the chat's dialog when `openChat` is called, and loads it only then. */
export function ChatPlace({ viewer }: { viewer: { unread: number } | undefined }) {
  useUnreadWatch(viewer, useUnreadOfPage())
  const isRequested = useSyncExternalStore(subscribeToChat, chatRequested, () => false)
  if (!isRequested) return null
  return (
    <Suspense fallback={null}>
      <ChatDialog onClose={closeChat} />
    </Suspense>
  )
}
