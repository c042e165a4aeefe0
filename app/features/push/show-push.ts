import type { WorkerScope } from './worker-scope.ts'

type PushData = Partial<Record<'title' | 'body' | 'url' | 'tag' | 'lang' | 'dir', string>>

/** §9: a notification closes by itself. */
const CLOSES_AFTER_MS = 10_000

/** Shows a push message, which replaces an earlier one with the same tag, and closes it after ten seconds. */
export async function showPush(scope: WorkerScope, data: PushData): Promise<void> {
  if (!data.title) return
  const { body, url = '/', tag, lang, dir } = data
  await scope.registration.showNotification(data.title, {
    body,
    tag,
    lang,
    dir,
    icon: '/brand/icon-192.png',
    data: { url },
  })
  await new Promise((resolve) => setTimeout(resolve, CLOSES_AFTER_MS))
  const shown = await (scope.registration as unknown as ServiceWorkerRegistration).getNotifications(
    tag === undefined ? {} : { tag },
  )
  for (const notification of shown) notification.close()
}

/** A click opens the message's page, in an open tab of this site if there is one. */
export function openOnClick(scope: WorkerScope): void {
  scope.addEventListener('notificationclick', (event) => {
    event.notification?.close()
    const address = new URL(event.notification?.data?.url ?? '/', scope.location.origin)
    // Never another site, even if the message contains its address.
    const url = address.origin === scope.location.origin ? address.href : scope.location.origin
    event.waitUntil(openPage(scope, url))
  })
}

async function openPage({ clients }: WorkerScope, url: string) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [window] = windows.toSorted((one, other) => Number(other.url === url) - Number(one.url === url))
  if (!window) return clients.openWindow(url)
  const focused = await window.focus()
  // A worker cannot navigate a page that it does not control.
  return focused.url === url ? undefined : focused.navigate(url).catch(() => clients.openWindow(url))
}
