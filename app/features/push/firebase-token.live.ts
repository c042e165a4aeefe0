import { getApps, initializeApp } from 'firebase/app'
import { getMessaging, getToken, isSupported, onMessage } from 'firebase/messaging'
import { TOKEN_PAUSE_MS, TOKEN_TRIES, withRetries } from './patience.ts'
import { ready } from './worker-ready.live.ts'

export type FirebaseProject = {
  apiKey: string
  projectId: string
  appId: string
  messagingSenderId: string
  vapidKey: string | null
}

/** A scope of its own, because Firebase and Web Push must never share a worker registration (protocols/push.md §0). */
const SCOPE = '/firebase-cloud-messaging-push-scope'

/** A registration of Firebase; undefined when this browser does not support it or Firebase cannot be reached: then Web Push is tried. */
export async function firebaseToken({ vapidKey, ...project }: FirebaseProject): Promise<string | undefined> {
  try {
    if (!(await isSupported())) return undefined
    const serviceWorkerRegistration = await ready('/firebase-messaging-sw.js', SCOPE)
    const messaging = getMessaging(getApps()[0] ?? initializeApp(project))
    const token = await withRetries(
      () => getToken(messaging, { serviceWorkerRegistration, ...(vapidKey && { vapidKey }) }),
      { retries: TOKEN_TRIES - 1, pauseMs: () => TOKEN_PAUSE_MS },
    )
    // A visible page gets the message in place of the worker, and shows it in the same way.
    onMessage(messaging, ({ data = {} }) => {
      const { title, body, tag, lang, dir, url } = data
      if (!title) return
      const options = { body, tag, lang, dir: dir as NotificationDirection, icon: '/brand/icon-192.png', data: { url } }
      void serviceWorkerRegistration.showNotification(title, JSON.parse(JSON.stringify(options)))
      setTimeout(() => void closeShown(serviceWorkerRegistration, tag), 10_000)
    })
    return token || undefined
  } catch (error) {
    console.warn('Firebase is out of reach:', error instanceof Error ? error.message : error)
    return undefined
  }
}

async function closeShown(registration: ServiceWorkerRegistration, tag: string | undefined) {
  for (const shown of await registration.getNotifications(tag ? { tag } : {})) shown.close()
}
