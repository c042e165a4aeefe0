import { useEffect, useState } from 'react'
import { useText } from '#app/i18n/text.tsx'
import { useHydrated } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'

const QUIET_MS = 1500
const RETRY_MS = [1000, 4000, 15_000]
const UNKEPT = ['revision', 'form_token', 'intent']

type Status =
  | { key: 'autosave' | 'offline' | 'restored' }
  | { key: 'uploading' | 'uploadAgain' | 'uploaded'; name: string }
  | { key: 'refusedPhoto'; name: string; reason: string }

/**
 * Keeps what is typed while it is typed: in this tab at once, on the server when the hand rests, and again when the line is
 * back; sends photos one by one as they are chosen, each until it has arrived. Without scripts the form's own buttons do
 * all of it.
 */
export function KeptDraft({ form: id, savedAt }: { form: string; savedAt: string | null }) {
  const t = useText('protocol')
  const errors = useText('errors')
  const isAwake = useHydrated()
  const [status, setStatus] = useState<Status>({ key: 'autosave' })
  useEffect(() => {
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const kept = new KeptForm(form, savedAt, setStatus)
    return () => kept.stop()
  }, [id, savedAt])
  if (!isAwake) return null
  const text = () => {
    if (status.key === 'refusedPhoto')
      return t('refusedPhoto', { name: status.name, reason: errors.loose(status.reason) })
    return 'name' in status ? t(status.key, { name: status.name }) : t(status.key)
  }
  return (
    <div aria-live="polite">
      <Note kind={status.key === 'offline' || status.key === 'refusedPhoto' ? 'warn' : 'info'}>{text()}</Note>
    </div>
  )
}

class KeptForm {
  private readonly controller = new AbortController()
  private readonly key: string
  private timer: ReturnType<typeof setTimeout> | undefined
  private isAway = false
  private photos: Promise<void> = Promise.resolve()

  private readonly form: HTMLFormElement
  private readonly onStatus: (status: Status) => void

  constructor(form: HTMLFormElement, savedAt: string | null, onStatus: (status: Status) => void) {
    this.form = form
    this.onStatus = onStatus
    this.key = `protocol ${form.action}`
    if (this.restore(savedAt)) onStatus({ key: 'restored' })
    const { signal } = this.controller
    form.addEventListener('input', () => this.note(), { signal })
    form.addEventListener('change', (event) => this.choose(event.target), { signal })
    form.addEventListener('submit', () => this.stop(), { signal })
    window.addEventListener('online', () => void this.save(), { signal })
    // Photos that were chosen before the scripts were awake.
    for (const control of form.elements) this.choose(control)
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
    return true
  }

  private fill(name: string, value: string): void {
    const control = this.form.elements.namedItem(name)
    if (control instanceof RadioNodeList && name === 'level') control.value = value
    else if (control instanceof HTMLInputElement && control.type !== 'checkbox') control.value = value
    else if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) control.value = value
  }

  private note(): void {
    const fields = [...new FormData(this.form)].filter(
      ([name, value]) => typeof value === 'string' && !UNKEPT.includes(name),
    )
    sessionStorage.setItem(this.key, JSON.stringify({ at: Date.now(), fields }))
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.save(), QUIET_MS)
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
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
    const files = [...(target.files ?? [])]
    const { name } = target
    for (const file of files) this.photos = this.photos.then(() => this.upload(target, { name, file }))
  }

  /** Until it has arrived; where it does not, it stays chosen and goes with the form. */
  private async upload(input: HTMLInputElement, { name, file }: { name: string; file: File }): Promise<void> {
    this.onStatus({ key: 'uploading', name: file.name })
    for (const pause of RETRY_MS) {
      const body = new FormData()
      const token = new FormData(this.form).get('form_token')
      if (token) body.set('form_token', token)
      body.set('intent', 'photo')
      body.set(name, file)
      const answer = await this.send(body).catch(() => undefined)
      if (answer?.status === 201) {
        input.value = ''
        this.onStatus({ key: 'uploaded', name: file.name })
        return
      }
      if (answer?.status === 422) {
        const { wrong } = (await answer.json()) as { wrong: { key: string } }
        this.onStatus({ key: 'refusedPhoto', name: file.name, reason: wrong.key })
        return
      }
      this.onStatus({ key: 'uploadAgain', name: file.name })
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  private send(body: FormData): Promise<Response> {
    const { signal } = this.controller
    return fetch(this.form.action, { method: 'POST', body, redirect: 'manual', signal })
  }
}
