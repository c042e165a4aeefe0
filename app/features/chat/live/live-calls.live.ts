import { pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { LiveMessage, LiveRoom, RoomStart } from './room/live-message.ts'

const ANSWER_MS = 15_000

/** The person has to sign in (again). */
export class SignedOut extends Error {}

export type Ticket = { room: LiveRoom; ticket: string; socket: { url: string; path: string } }
export type Page = { messages: LiveMessage[]; has_older: boolean; has_newer: boolean }

/** Opens a room (by default the sales room): its newest messages, and the permission to enter it. */
export async function openRoom(language: Language): Promise<RoomStart> {
  const { room } = await fetchTicket(language)
  return { room, ...(await fetchMessages(language, { room: room.id })) }
}

/** Fetches a ticket for one handshake with the socket. The session's tokens never leave our server. */
export function fetchTicket(language: Language, room?: string): Promise<Ticket> {
  const query = room ? `?${new URLSearchParams({ room })}` : ''
  return answerOf(fetch(pathIn(language, `/profile/chat/ticket${query}`), { method: 'POST', ...within() }))
}

/** Fetches a page of a room's messages, older than `before` or newer than `after` (message ids). Rejects after ANSWER_MS. */
export function fetchMessages(
  language: Language,
  query: { room: string; before?: number; after?: number },
): Promise<Page> {
  const named = Object.entries(query).map(([name, value]) => [name, String(value)])
  return answerOf(fetch(pathIn(language, `/profile/chat/messages?${new URLSearchParams(named)}`), within()))
}

function within() {
  return { signal: AbortSignal.timeout(ANSWER_MS), headers: { accept: 'application/json' } }
}

async function answerOf<Answer>(asked: Promise<Response>): Promise<Answer> {
  const response = await asked
  // People who are no longer signed in are redirected to the sign-in page.
  if (response.status === 401 || response.status === 403 || response.redirected) throw new SignedOut()
  if (!response.ok) throw new Error(`The chat answered ${response.status}.`)
  return (await response.json()) as Answer
}

export type Upload = { id: string; name: string }
/** Why a file was refused; a key of `errors.json`. */
export class UploadRefused extends Error {
  readonly key: string
  constructor(key: string) {
    super(key)
    this.key = key
  }
}

/** Uploads a file and reports the progress, which `fetch` cannot. */
export function uploadFile(
  file: File,
  { language, onProgress, signal }: { language: Language; onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file)
    request.open('POST', pathIn(language, '/profile/chat/upload'))
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status === 200 && request.response) return resolve(request.response as Upload)
      if (request.status === 200 || request.status === 401) return reject(new SignedOut())
      reject(new UploadRefused((request.response as { error?: string } | null)?.error ?? 'upload_failed'))
    }
    request.onerror = () => reject(new UploadRefused('upload_failed'))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
