import { PUSH_FIELD } from '#app/rules/constants.ts'
import type { FirebaseProject } from './firebase-token.live.ts'
import { INIT_RETRIES, initPause, withRetries } from './patience.ts'
import { ready } from './worker-ready.live.ts'

type Setup = { vapid_public_key: string; firebase: FirebaseProject | null }
/** The interface of an Android app around the site, which has its own registration for push (§4). */
type AndroidBridge = { getPushToken?: () => string | null | undefined }

/** This browser's registration (`value`), and whether the server has it. */
type Kept = { value: string; sentAt?: number; pending?: boolean }

const KEPT = 'push-token'
const DEVICE = 'push-device'
/** Firebase expects a registration to be renewed weekly. */
const SENT_AGAIN_MS = 7 * 86_400_000

let running: Promise<boolean> | undefined

/**
 * Sets up push in this browser, and registers it with the server once somebody is signed in; until then the registration is
 * stored. After a sign-out it is removed. False when push could not be set up. Source: §4, "Push registration".
 */
export function setUpPush(isSignedIn: boolean): Promise<boolean> {
  if (isSignedIn) document.addEventListener('submit', nameOnSignOut, true)
  running ??= run(isSignedIn)
    .catch((error) => {
      // The page works without push (§8).
      console.warn('push is off:', error instanceof Error ? error.message : error)
      return false
    })
    .finally(() => {
      running = undefined
    })
  return running
}

async function run(isSignedIn: boolean): Promise<boolean> {
  if (!isSignedIn && kept()?.sentAt) await forget()
  const fromApp = (window as { AndroidBridge?: AndroidBridge }).AndroidBridge?.getPushToken?.()
  if (fromApp) return register({ value: fromApp, device: 'ANDROID', isSignedIn })
  if (Notification.permission !== 'granted') return false
  const value = await withRetries(obtain, { retries: INIT_RETRIES, pauseMs: initPause })
  return register({ value, device: 'WEB', isSignedIn })
}

/** Registers with Firebase if it is configured and this browser supports it, otherwise with the browser's own push service. */
async function obtain(): Promise<string> {
  const answer = await fetch('/push/setup')
  if (!answer.ok) throw new Error(`push set-up: status ${answer.status}`)
  const { vapid_public_key, firebase } = (await answer.json()) as Setup
  if (firebase) {
    const { firebaseToken } = await import('./firebase-token.live.ts')
    const token = await firebaseToken(firebase)
    if (token) return token
  }
  return subscribe(vapid_public_key)
}

async function subscribe(publicKey: string): Promise<string> {
  const registration = await ready('/sw.js', '/')
  const key = bytesOf(publicKey)
  const current = await registration.pushManager.getSubscription()
  const isOurs = current && sameBytes(current.options?.applicationServerKey, key)
  if (current && !isOurs) await current.unsubscribe()
  const subscription =
    (isOurs && current) ||
    (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  return JSON.stringify(subscription)
}

async function register(to: { value: string; device: 'WEB' | 'ANDROID'; isSignedIn: boolean }): Promise<boolean> {
  const { value, device, isSignedIn } = to
  const before = kept()
  const isFresh = before?.value === value && (before.sentAt ?? 0) > Date.now() - SENT_AGAIN_MS
  if (isSignedIn && isFresh && sessionStorage.getItem(KEPT) === value) return true
  keep({ value, pending: true })
  if (!isSignedIn) return true
  const answer = await post({ registration_id: value, device_type: device, device_id: deviceId(device) })
  // A server without this call (404): the registration stays stored here (§7).
  if (answer.status === 404) return true
  if (!answer.ok) throw new Error(`push token: status ${answer.status}`)
  keep({ value, sentAt: Date.now() })
  sessionStorage.setItem(KEPT, value)
  return true
}

/** Lets the form of a sign-out say which registration ends with it. */
function nameOnSignOut({ target: form }: Event) {
  const value = kept()?.value
  if (!value || !(form instanceof HTMLFormElement) || !new URL(form.action).pathname.endsWith('/logout')) return
  if (form.elements.namedItem(PUSH_FIELD)) return
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name: PUSH_FIELD, value })
  form.append(field)
}

/** After a sign-out: the server stopped when the session ended; this unsubscribes the browser, too, and deletes what is stored. */
async function forget() {
  localStorage.removeItem(KEPT)
  sessionStorage.removeItem(KEPT)
  const registration = await navigator.serviceWorker?.getRegistration('/')
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

function post(fields: Record<string, string>) {
  return fetch('/push/token', { method: 'POST', body: new URLSearchParams(fields) })
}

function kept(): Kept | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '') as Kept
  } catch {
    return undefined
  }
}

function keep(value: Kept) {
  localStorage.setItem(KEPT, JSON.stringify(value))
}

/** `WEB-{hash}-{timestamp}` (§3), made once per browser. */
function deviceId(device: string): string {
  const key = `${DEVICE}-${device}`
  const known = localStorage.getItem(key)
  if (known) return known
  const hash = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0'))
  const made = `${device}-${hash.join('')}-${Date.now()}`
  localStorage.setItem(key, made)
  return made
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function sameBytes(one: ArrayBuffer | null | undefined, other: Uint8Array): boolean {
  if (!one || one.byteLength !== other.length) return false
  return new Uint8Array(one).every((byte, at) => byte === other[at])
}
