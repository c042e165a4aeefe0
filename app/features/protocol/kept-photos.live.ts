import type { FieldError } from '#app/i18n/text/field-error.ts'
import { type KeptFile, keepFile, keptFiles, removeFile } from '#app/ui/form/kept-files.live.ts'
import { REFUSED_PHOTO_HEADER } from './refused-photo-header.ts'

const RETRY_MS = [1000, 4000]
const LONGEST_RETRY_MS = 15_000
/** How often a photo is sent that arrives as another file, before it is refused. */
const TRIES_OF_DIFFERENT = 3

export type RefusedPhoto = { name: string; reason: FieldError }

export type PhotoStatus =
  | { key: 'photosWait'; n: number }
  | { key: 'uploading' | 'uploaded'; name: string }
  | { key: 'refusedPhoto'; photos: readonly RefusedPhoto[] }

export const isFile = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'file'

/** In hexadecimal digits; undefined without HTTPS, where browsers compute none. */
async function hashOf(file: File): Promise<string | undefined> {
  if (!window.isSecureContext) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function refusalIn({ headers }: Response): FieldError | undefined {
  const wrong = headers.get(REFUSED_PHOTO_HEADER)
  return wrong === null ? undefined : JSON.parse(decodeURIComponent(wrong))
}

/**
 * Keeps the photos of a form on the device as they are chosen, and sends them one by one until each has arrived or was refused, also
 * after a reload. Its form's action answers a photo with `photoAnswer` (`take-photos.server.ts`).
 */
export class KeptPhotos {
  /** Until all photos that were chosen are stored. */
  keeping: Promise<unknown> = Promise.resolve()
  /** How many photos have arrived since the page was opened. */
  arrived = 0
  private isSending = false
  /** How many are being stored. */
  private storing = 0
  /** How many are stored and neither sent nor refused. */
  private stored = 0
  private readonly refused = new Map<string, RefusedPhoto & { field: string }>()
  /** Ends a pause between two tries. */
  private endPause: () => void = () => {}

  private readonly form: HTMLFormElement
  private readonly signal: AbortSignal
  private readonly onStatus: (status: PhotoStatus) => void

  constructor(
    form: HTMLFormElement,
    { signal, onStatus }: { signal: AbortSignal; onStatus: (status: PhotoStatus) => void },
  ) {
    this.form = form
    this.signal = signal
    this.onStatus = onStatus
  }

  /** Whether a photo is neither sent nor refused. */
  get isBusy(): boolean {
    return this.storing + this.stored > 0
  }

  /** Photos that were chosen before the scripts were awake, and what waits since before a reload. */
  async start(): Promise<void> {
    for (const control of this.form.elements) this.choose(control)
    await this.send()
  }

  choose(target: EventTarget | null): void {
    if (!isFile(target) || !target.files?.length) return
    const { name: field } = target
    const files = [...target.files]
    for (const [key, one] of this.refused) if (one.field === field) this.refused.delete(key)
    this.storing += files.length
    const stored = Promise.all(files.map((file) => this.keep(field, file))).then(
      () => {
        target.value = ''
        this.storing -= files.length
        this.stored += files.length
        void this.send()
      },
      // Where the browser keeps nothing, they stay chosen, and go with the form.
      () => {
        this.storing -= files.length
      },
    )
    this.keeping = Promise.all([this.keeping, stored])
  }

  waiting(): Promise<KeptFile[]> {
    return keptFiles(this.form.action)
  }

  /** Tries at once. */
  hurry(): void {
    this.endPause()
  }

  /** One by one, each until it has arrived or was refused. */
  async send(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    for (let tries = 0; !this.signal.aborted; ) {
      const waiting = await this.waiting()
      this.stored = waiting.length
      const [first] = waiting
      if (!first) break
      const isDone = await this.upload(first, tries)
      tries = isDone ? 0 : tries + 1
      if (isDone) continue
      this.onStatus({ key: 'photosWait', n: waiting.length })
      await this.pause(tries)
    }
    this.isSending = false
    if (this.refused.size > 0) this.onStatus({ key: 'refusedPhoto', photos: [...this.refused.values()] })
  }

  /** Until the next try, the line's return or a press. */
  pause(tries: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS[tries - 1] ?? LONGEST_RETRY_MS)
      const before = this.endPause
      this.endPause = () => {
        before()
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Sends something to the form's address; a redirect is not followed. */
  post(body: FormData, key?: string): Promise<Response> {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    return fetch(this.form.action, { method: 'POST', body, headers, redirect: 'manual', signal: this.signal })
  }

  /** With its hash at once: what is sent later, or arrives, has to be this file. */
  private async keep(field: string, file: File): Promise<void> {
    await keepFile({ form: this.form.action, field, file, sha256: await hashOf(file), at: Date.now() })
  }

  private async upload({ id, field, file, sha256 }: KeptFile, tries: number): Promise<boolean> {
    this.onStatus({ key: 'uploading', name: file.name })
    const body = new FormData()
    const token = new FormData(this.form).get('form_token')
    if (token) body.set('form_token', token)
    body.set('intent', 'photo')
    body.set(field, file)
    if (sha256) body.set('sha256', sha256)
    // A picture may say nothing of its time, and this device's clock may be wrong: the server keeps both beside its own.
    body.set('taken_at', new Date(file.lastModified).toISOString())
    body.set('clock', new Date().toISOString())
    const answer = await this.post(body).catch(() => undefined)
    if (answer?.status === 201) {
      this.arrived++
      this.onStatus({ key: 'uploaded', name: file.name })
    } else if (answer?.status === 422) {
      const wrong = refusalIn(answer)
      if (!wrong) return false
      if (wrong.key === 'wait_minutes') return false
      if (wrong.key === 'photo_differs' && tries + 1 < TRIES_OF_DIFFERENT) return false
      this.refused.set(`${field} ${file.name}`, { field, name: file.name, reason: wrong })
    } else return false
    await removeFile(id)
    return true
  }
}
