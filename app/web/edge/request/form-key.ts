import { hash, subtle } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { FORM_KEY_FIELD } from '#app/rules/constants.ts'

/** The idempotency key of a form (`send-once.ts`). */
export interface FormKey {
  value: string
  /** Whether it came with the page, which other visitors may have got too; scripts make their own keys. */
  isOfPage: boolean
}

type Form = FormData | URLSearchParams

const HEADER = 'idempotency-key'
const KEY = /^[\w-]{16,64}$/
/** What a form asks for without changing anything (`routes/book`). */
const READING_INTENTS = ['price']

/**
 * The idempotency key of a submitted form: from the header if a script sent it, which keeps its key while the form is
 * unchanged; otherwise the page's key. All forms of a page share that one, and people go back, edit and send again, so
 * it is combined with a digest of the fields. Undefined where a form has none, or changes nothing. *Ours*.
 */
export async function formKeyOf(headers: IncomingHttpHeaders, form: Form | undefined): Promise<FormKey | undefined> {
  if (READING_INTENTS.includes(String(form?.get('intent')))) return undefined
  const ofScript = headers[HEADER]
  if (typeof ofScript === 'string') return KEY.test(ofScript) ? { value: ofScript, isOfPage: false } : undefined
  const ofPage = form?.get(FORM_KEY_FIELD)
  const isByBrowser = (headers['sec-fetch-dest'] ?? 'document') === 'document'
  if (!form || !isByBrowser || typeof ofPage !== 'string' || !KEY.test(ofPage)) return undefined
  const fields: string[] = []
  for (const [name, value] of form) fields.push(name, typeof value === 'string' ? value : await digestOf(value))
  return { value: hash('sha256', JSON.stringify(fields)), isOfPage: true }
}

/** Hashes on another thread, as photos have megabytes. */
async function digestOf(file: File): Promise<string> {
  return Buffer.from(await subtle.digest('SHA-256', await file.arrayBuffer())).toString('base64')
}
