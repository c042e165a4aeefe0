import { useEffect, useRef, useState } from 'react'
import { KeptNote, type KeptStatus } from '#app/features/protocol/kept-note.tsx'
import { isFile, KeptPhotos } from '#app/features/protocol/kept-photos.live.ts'
import { useHydrated } from '#app/ui/form/form.tsx'

const QUIET_MS = 1500
const UNKEPT = ['revision', 'form_token', 'form_key', 'intent']

/**
 * Keeps what is typed while it is typed: in this tab at once, on the server when the hand rests, and again when the line is
 * back. Photos are kept on the device as they are chosen, and sent one by one until each has arrived; a button that is
 * pressed waits for them and for the line. All of it goes on after a reload. Without scripts the form's own buttons do it.
 */
export function KeptDraft({ form: id, savedAt }: { form: string; savedAt: string | null }) {
  const isAwake = useHydrated()
  const kept = useRef<KeptForm>(null)
  const [status, setStatus] = useState<KeptStatus>({ key: 'autosave' })
  useEffect(() => {
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const made = new KeptForm(form, savedAt, setStatus)
    kept.current = made
    return () => made.stop()
  }, [id, savedAt])
  if (!isAwake) return null
  return <KeptNote status={status} onAgain={() => kept.current?.again()} />
}

/** A button that was pressed and whose form has not arrived yet. */
interface Press {
  intent: string
  /** By which the server carries it out once. */
  key: string
}

class KeptForm {
  private readonly controller = new AbortController()
  private readonly key: string
  private readonly pressKey: string
  private timer: ReturnType<typeof setTimeout> | undefined
  private isAway = false

  private readonly photos: KeptPhotos
  private readonly form: HTMLFormElement
  private readonly onStatus: (status: KeptStatus) => void

  constructor(form: HTMLFormElement, savedAt: string | null, onStatus: (status: KeptStatus) => void) {
    this.form = form
    this.onStatus = onStatus
    this.key = `protocol ${form.action}`
    this.pressKey = `press ${form.action}`
    if (this.restore(savedAt)) onStatus({ key: 'restored' })
    const { signal } = this.controller
    this.photos = new KeptPhotos(form, { signal, onStatus })
    form.addEventListener('input', () => this.note(), { signal })
    form.addEventListener('change', ({ target }) => this.photos.choose(target), { signal })
    // What was typed before the scripts were awake is repeated as a change (`early-changes.ts`).
    form.addEventListener('change', ({ target }) => isFile(target) || this.note(), { signal })
    form.addEventListener('submit', (event) => this.press(event), { signal })
    window.addEventListener('online', () => this.again(), { signal })
    void this.photos.start().then(() => {
      const waiting = sessionStorage.getItem(this.pressKey)
      if (waiting) void this.carryOut(JSON.parse(waiting) as Press)
    })
  }

  /** Tries at once. */
  again(): void {
    this.photos.hurry()
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
    const isKept = await this.photos.post(body).then(
      (answer) => answer.type === 'opaqueredirect' || answer.ok,
      () => false,
    )
    if (isKept === this.isAway) this.onStatus({ key: isKept ? 'autosave' : 'offline' })
    this.isAway = !isKept
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
    await this.photos.keeping
    const isLast = () => sessionStorage.getItem(this.pressKey) === JSON.stringify(press)
    for (let tries = 1; isLast() && !this.controller.signal.aborted; tries++) {
      const waiting = await this.photos.waiting()
      if (waiting.length > 0) void this.photos.send()
      const body = new FormData(this.form)
      body.set('intent', press.intent)
      const answer = waiting.length > 0 ? undefined : await this.photos.post(body, press.key).catch(() => undefined)
      if (answer && answer.status < 500) return this.goOn(press, answer)
      this.onStatus({ key: 'pressWaits' })
      await this.photos.pause(tries)
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
}
