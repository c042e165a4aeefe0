import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'

export const KAVENEGAR_KEY = 'kavenegar-key'
export const SMSIR_KEY = 'smsir-key'
export const TEMPLATE = 'savari-code'
export const TEMPLATE_ID = 123456
export const LINE = 30004505000017

export type SentText = { by: 'kavenegar' | 'smsir'; text: string; code?: string; sender?: string }

type Question = { path: string; url: string; method: string; key: string; fields: Record<string, unknown> }
type Answer = { http: number; body: unknown } | 'never'

/**
 * Kavenegar and sms.ir in one server, with the magic receivers of protocols/sms.md §7 by their last four digits, for each
 * provider's own numbers: 0411 and so on for Kavenegar, 0102, 0104, 0113, 0115 and 0020 for sms.ir; 0500 and 0600 break
 * Kavenegar, 0501 and 0601 sms.ir. `mirrors` makes Kavenegar's HTTP status equal to the status in its body.
 */
export async function openSmsSimulator() {
  const inbox = new Map<string, SentText[]>()
  const requested: Question[] = []
  const state = { mirrors: false }
  const server = createServer(async (request, response) => {
    const question = await readQuestion(request)
    requested.push(question)
    const answer = question.path.startsWith('/v1/send/')
      ? answerOfSmsIr(question, inbox)
      : answerOfKavenegar(question, inbox, state.mirrors)
    send(response, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    requested,
    state,
    textsTo: (mobile: string) => inbox.get(mobile) ?? [],
    /** The providers that were called since `tried` was last called, in order. */
    tried: () => requested.splice(0).map(({ path }) => (path.startsWith('/v1/send/') ? 'smsir' : 'kavenegar')),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readQuestion(request: IncomingMessage): Promise<Question> {
  const url = request.url ?? ''
  const { pathname } = new URL(url, 'http://sms.invalid')
  const body = await readText(request)
  const isJson = request.headers['content-type']?.startsWith('application/json')
  const fields: Record<string, unknown> = isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
  const key = String(request.headers['x-api-key'] ?? pathname.split('/')[2])
  return { path: pathname, url, method: request.method ?? '', key, fields }
}

function answerOfKavenegar({ path, key, fields }: Question, inbox: Map<string, SentText[]>, mirrors: boolean): Answer {
  const receptor = String(fields.receptor ?? '')
  const magic = receptor.slice(-4)
  if (magic === '0600') return 'never'
  if (magic === '0500') return { http: 500, body: '<h1>Server error</h1>' }
  const status = statusOfKavenegar(path, key, fields)
  const http = mirrors ? status : 200
  if (status !== 200) return { http, body: { return: { status, message: 'خطا' }, entries: null } }
  const { token, message, sender } = fields
  const text = token ? `کد ورود: ${token}` : String(message)
  const sent: SentText = { by: 'kavenegar', text, ...(token ? { code: String(token) } : {}) }
  deliver(inbox, receptor, sender ? { ...sent, sender: String(sender) } : sent)
  const entry = { messageid: 8792343, status: 5, statustext: 'ارسال به مخابرات', receptor, cost: 120 }
  return { http, body: { return: { status, message: 'تایید شد' }, entries: [entry] } }
}

function statusOfKavenegar(path: string, key: string, fields: Record<string, unknown>): number {
  const receptor = String(fields.receptor ?? '')
  if (key !== KAVENEGAR_KEY) return 403
  if (!/^09\d{9}$/.test(receptor)) return 411
  const magic = Number(receptor.slice(-4))
  if ([402, 409, 411, 413, 418, 424, 426, 431, 451].includes(magic)) return magic
  if (path.endsWith('/sms/send.json')) {
    const length = String(fields.message ?? '').length
    return length > 0 && length <= 900 ? 200 : 413
  }
  if (!path.endsWith('/verify/lookup.json')) return 404
  if (fields.template !== TEMPLATE) return 424
  return /^[^\s_]{1,100}$/.test(String(fields.token ?? '')) ? 200 : 431
}

function answerOfSmsIr({ path, key, fields }: Question, inbox: Map<string, SentText[]>): Answer {
  const mobile = path.endsWith('/bulk') ? listOf(fields.mobiles).join() : String(fields.mobile ?? '')
  const magic = mobile.slice(-4)
  if (magic === '0601') return 'never'
  if (magic === '0501') return { http: 500, body: { status: 0, message: 'خطا' } }
  const status = statusOfSmsIr(path, key, fields, mobile)
  if (status === 10) return { http: 401, body: { status, message: 'خطا' } }
  if (status !== 1) return { http: 400, body: { status, message: 'خطا' } }
  const code = codeOf(fields)
  deliver(
    inbox,
    mobile,
    code
      ? { by: 'smsir', text: `کد ورود: ${code}`, code }
      : { by: 'smsir', text: String(fields.messageText), sender: String(fields.lineNumber) },
  )
  return { http: 200, body: { status, message: 'موفق', data: { messageId: 89545112, cost: 1 } } }
}

function statusOfSmsIr(path: string, key: string, fields: Record<string, unknown>, mobile: string): number {
  if (key !== SMSIR_KEY) return 10
  if (!/^(\+98|0098|0)?9\d{9}$/.test(mobile)) return 104
  const magic = Number(mobile.slice(-4))
  if ([20, 102, 104, 113, 115].includes(magic)) return magic
  if (path.endsWith('/bulk')) return fields.lineNumber !== LINE ? 101 : fields.messageText ? 1 : 103
  if (fields.templateId !== TEMPLATE_ID) return 113
  const code = codeOf(fields)
  if (!code) return 116
  return code.length <= 25 ? 1 : 114
}

function codeOf(fields: Record<string, unknown>): string | undefined {
  const found = listOf(fields.parameters).find((one) => Object(one).name === 'CODE')
  return found ? String(Object(found).value) : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function deliver(inbox: Map<string, SentText[]>, mobile: string, text: SentText) {
  inbox.set(mobile, [...(inbox.get(mobile) ?? []), text])
}

function send(response: ServerResponse, answer: Answer) {
  if (answer === 'never') return
  const isPage = typeof answer.body === 'string'
  response.writeHead(answer.http, { 'content-type': isPage ? 'text/html' : 'application/json' })
  response.end(isPage ? answer.body : JSON.stringify(answer.body))
}
