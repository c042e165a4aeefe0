import { workers } from 'virtual:savari/workers'
import type { RouterContextProvider } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'

/** Nothing but asking us: for trips to keep (`features/offline`), and maps of pages that it controls. */
const POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A service worker as browsers want it: asked for anew each time, so that a new one is found. */
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

/** Firebase's worker with its project where one is configured; else the one of Web Push, so that the address always answers (§7). */
export async function firebaseWorker(context: Readonly<RouterContextProvider>): Promise<string> {
  const { firebase } = await apiOf(context).notifications.setup()
  if (!firebase) return workers.push
  const { vapidKey, ...project } = firebase
  return `self.firebaseProject=${JSON.stringify(project).replaceAll('<', '\\u003c')};\n${workers.firebase}`
}
