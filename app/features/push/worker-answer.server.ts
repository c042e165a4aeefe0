import { workers } from 'virtual:savari/workers'
import type { RouterContextProvider } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'

/** Allows only requests to this site: for trips to store (`features/offline`), and for maps of pages that the worker controls. */
const POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The answer with a service worker; it must not be cached, so that browsers find new versions. */
export function workerAnswer(script: string): Response {
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      'x-robots-tag': 'noindex',
    },
  })
}

export const pushWorker = () => workers.push

/** Firebase's worker with its project, if one is configured; otherwise the one of Web Push, so that the address always answers (§7). */
export async function firebaseWorker(context: Readonly<RouterContextProvider>): Promise<string> {
  const { firebase } = await apiOf(context).notifications.setup()
  if (!firebase) return workers.push
  const { vapidKey, ...project } = firebase
  return `self.firebaseProject=${JSON.stringify(project).replaceAll('<', '\\u003c')};\n${workers.firebase}`
}
