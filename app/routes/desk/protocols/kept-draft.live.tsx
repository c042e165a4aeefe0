import { useEffect, useRef, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { useHydrated } from '#app/ui/form/form.tsx'
import { type KeptFile, keepFile, keptFiles, removeFile } from '#app/ui/form/kept-files.live.ts'
import { Note } from '#app/ui/page/note.tsx'

const QUIET_MS = 1500
const RETRY_MS = [1000, 4000]
const LONGEST_RETRY_MS = 15_000
const UNKEPT = ['revision', 'form_token', 'form_key', 'intent']

type Status =
  | { key: 'autosave' | 'offline' | 'restored' | 'pressWaits' }
  | { key: 'photosWait'; n: number }
  | { key: 'uploading' | 'uploaded'; name: string }
  | { key: 'refusedPhoto'; name: string; reason: string }

const WAITS: readonly Status['key'][] = ['offline', 'pressWaits', 'photosWait']

/**
 * Keeps what is typed while it is typed: in this tab at once, on the server when the hand rests, and again when the line is
 * back. Photos are kept on the device as they are chosen, and sent one by one until each has arrived; a button that is
 * pressed waits for them and for the line. All of it goes on after a reload. Without scripts the form's own buttons do it.
 */
export function KeptDraft({ form: id, savedAt }: { form: string; savedAt: string | null }) {
  const t = useText('protocol')
  const common = useText('common')
  const errors = useText('errors')
  const isAwake = useHydrated()
  const kept = useRef<KeptForm>(null)
  const [status, setStatus] = useState<Status>({ key: 'autosave' })
  useEffect(() => {
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const made = new KeptForm(form, savedAt, setStatus)
    kept.current = made
    return () => made.stop()
  }, [id, savedAt])
  if (!isAwake) return null
  const text = () => {
    if (status.key === 'refusedPhoto')
      return t('refusedPhoto', { name: status.name, reason: errors.loose(status.reason) })
    if (status.key === 'photosWait') return t('photosWait', { n: status.n })
    return 'name' in status ? t(status.key, { name: status.name }) : t(status.key)
  }
  const doesWait = WAITS.includes(status.key)
  return (
    <div aria-live="polite" className="held">
      <Note kind={doesWait || status.key === 'refusedPhoto' ? 'warn' : 'info'}>
        <p>{text()}</p>
        {doesWait && (
          <button type="button" className="btn btn-s" onClick={() => kept.current?.again()}>
            {common('error.again')}
          </button>
        )}
      </Note>
    </div>
  )
}

/** How often a photo is sent that arrives as another file, before it is refused. */
const TRIES_OF_DIFFERENT = 3

const isFile = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'file'

/** A button that was pressed and whose form has not arrived yet. */
interface Press {
  intent: string
  /** By which the server carries it out once. */
  key: string
}

/** In hexadecimal digits; undefined without HTTPS, where browsers compute none. */
async function hashOf(file: File): Promise<string | undefined> {
  if (!window.isSecureContext) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

class KeptForm {
  private readonly controller = new AbortController()
  private readonly key: string
  private readonly pressKey: string
  private timer: ReturnType<typeof setTimeout> | undefined
  private isAway = false
  /** Ends a pause between two tries. */
  private hurry: () => void = () => {}
  private isSending = false
  private keeping: Promise<void> = Promise.resolve()

  private readonly form: HTMLFormElement
  private readonly onStatus: (status: Status) => void

  constructor(form: HTMLFormElement, savedAt: string | null, onStatus: (status: Status) => void) {
    this.form = form
    this.onStatus = onStatus
    this.key = `protocol ${form.action}`
    this.pressKey = `press ${form.action}`
    if (this.restore(savedAt)) onStatus({ key: 'restored' })
    const { signal } = this.controller
    form.addEventListener('input', () => this.note(), { signal })
    form.addEventListener('change', ({ target }) => this.choose(target), { signal })
    // What was typed before the scripts were awake is repeated as a change (`early-changes.ts`).
    form.addEventListener('change', ({ target }) => isFile(target) || this.note(), { signal })
    form.addEventListener('submit', (event) => this.press(event), { signal })
    window.addEventListener('online', () => this.again(), { signal })
    // Photos that were chosen before the scripts were awake, and what waits since before a reload.
    for (const control of form.elements) this.choose(control)
    void this.sendPhotos().then(() => {
      const waiting = sessionStorage.getItem(this.pressKey)
      if (waiting) void this.carryOut(JSON.parse(waiting) as Press)
    })
  }

  /** Tries at once. */
  again(): void {
    this.hurry()
    void this.save()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.controller.abort()
  }

  /** What was typed here after the server's draft, as when the page was closed on a dead line. */
  private restore(savedAt: string | null): boolean {
    const kept = sessionStorage.getItem(this.key)
    if (!kept) return false
    const { at, fields } = JSON.parse(kept) as { at: number; fields: [string, string][] }
    if (savedAt && at <= Date.parse(savedAt)) return false
    for (const [name, value] of fields) this.fill(name, value)
    for (const control of this.form.elements) {
      if (control instanceof HTMLInputElement && control.type === 'checkbox')
        control.checked = fields.some(([name, value]) => name === control.name && value === control.value)
    }
    return true
  }

  private fill(name: string, value: string): void {
    const control = this.form.elements.namedItem(name)
    if (control instanceof RadioNodeList && name === 'level') control.value = value
    else if (control instanceof HTMLInputElement && control.type !== 'checkbox') control.value = value
    else if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) control.value = value
  }

  private note(): void {
    this.keepTyped()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.save(), QUIET_MS)
  }

  private keepTyped(): void {
    const fields = [...new FormData(this.form)].filter(
      ([name, value]) => typeof value === 'string' && !UNKEPT.includes(name),
    )
    sessionStorage.setItem(this.key, JSON.stringify({ at: Date.now(), fields }))
  }

  /** The same request as the button makes, without files. A damage that is being described is not added yet. */
  private async save(): Promise<void> {
    const body = new FormData()
    for (const [name, value] of new FormData(this.form))
      if (typeof value === 'string' && name !== 'mark_zone') body.append(name, value)
    body.set('intent', 'draft')
    const isKept = await this.send(body).then(
      (answer) => answer.type === 'opaqueredirect' || answer.ok,
      () => false,
    )
    if (isKept === this.isAway) this.onStatus({ key: isKept ? 'autosave' : 'offline' })
    this.isAway = !isKept
  }

  private choose(target: EventTarget | null): void {
    if (!isFile(target) || !target.files?.length) return
    const { name: field, files } = target
    const form = this.form.action
    this.keeping = Promise.all([...files].map((file) => this.keep({ form, field, file }))).then(
      () => {
        target.value = ''
        void this.sendPhotos()
      },
      // Where the browser keeps nothing, they stay chosen, and go with the form.
      () => {},
    )
  }

  /** With its hash at once: what is sent later, or arrives, has to be this file. */
  private async keep(chosen: Pick<KeptFile, 'form' | 'field' | 'file'>): Promise<void> {
    await keepFile({ ...chosen, sha256: await hashOf(chosen.file), at: Date.now() })
  }

  /** One by one, each until it has arrived or was refused. */
  private async sendPhotos(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    for (let tries = 0; !this.controller.signal.aborted; ) {
      const waiting = await keptFiles(this.form.action)
      const [first] = waiting
      if (!first) break
      const isDone = await this.upload(first, tries)
      tries = isDone ? 0 : tries + 1
      if (!isDone) await this.pause({ key: 'photosWait', n: waiting.length }, tries)
    }
    this.isSending = false
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
    const answer = await this.send(body).catch(() => undefined)
    if (answer?.status === 201) this.onStatus({ key: 'uploaded', name: file.name })
    else if (answer?.status === 422) {
      const { wrong } = (await answer.json()) as { wrong: { key: string } }
      if (wrong.key === 'photo_differs' && tries + 1 < TRIES_OF_DIFFERENT) return false
      this.onStatus({ key: 'refusedPhoto', name: file.name, reason: wrong.key })
    } else return false
    await removeFile(id)
    return true
  }

  /** What a button asks for is carried out once all photos have arrived and the line is there, also after a reload. */
  private press(event: SubmitEvent): void {
    event.preventDefault()
    clearTimeout(this.timer)
    const { submitter } = event
    const intent = submitter instanceof HTMLButtonElement && submitter.name === 'intent' ? submitter.value : 'draft'
    // One press waits at a time: the last one counts.
    const press = { intent, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
    this.keepTyped()
    sessionStorage.setItem(this.pressKey, JSON.stringify(press))
    void this.carryOut(press)
  }

  private async carryOut(press: Press): Promise<void> {
    await this.keeping
    const isLast = () => sessionStorage.getItem(this.pressKey) === JSON.stringify(press)
    for (let tries = 1; isLast() && !this.controller.signal.aborted; tries++) {
      const waiting = await keptFiles(this.form.action)
      if (waiting.length > 0) void this.sendPhotos()
      const body = new FormData(this.form)
      body.set('intent', press.intent)
      const answer = waiting.length > 0 ? undefined : await this.send(body, press.key).catch(() => undefined)
      if (answer && answer.status < 500) return this.goOn(press, answer)
      await this.pause({ key: 'pressWaits' }, tries)
    }
  }

  /** Where the form's own answer would have led; what is wrong with the form is shown by sending it as browsers do. */
  private goOn({ intent }: Press, { type }: Response): void {
    sessionStorage.removeItem(this.pressKey)
    this.stop()
    if (type === 'opaqueredirect') this.showNext(intent)
    else this.sendByBrowser(intent)
  }

  private showNext(intent: string): void {
    sessionStorage.removeItem(this.key)
    const [name = ''] = intent.split(':')
    if (name === 'finish') {
      location.assign(this.form.action.replace(/\/[^/]+$/, ''))
    } else {
      const part = { draft: '', unphoto: '#photos' }[name] ?? '#damage'
      history.replaceState(null, '', location.pathname + part)
      location.reload()
    }
  }

  private sendByBrowser(intent: string): void {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name: 'intent', value: intent })
    this.form.append(field)
    this.form.submit()
  }

  /** Until the next try, the line's return or a press. */
  private pause(status: Status, tries: number): Promise<void> {
    this.onStatus(status)
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS[tries - 1] ?? LONGEST_RETRY_MS)
      const before = this.hurry
      this.hurry = () => {
        before()
        clearTimeout(timer)
        resolve()
      }
    })
  }

  private send(body: FormData, key?: string): Promise<Response> {
    const { signal } = this.controller
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    return fetch(this.form.action, { method: 'POST', body, headers, redirect: 'manual', signal })
  }
}
