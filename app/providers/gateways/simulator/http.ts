import type { IncomingMessage, ServerResponse } from 'node:http'

export type Visit = {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  json?: Record<string, unknown>
  language: 'fa' | 'en'
}

/** `never` keeps the connection open without an answer. */
export type Reply = { status: number; headers: Record<string, string>; body: string } | 'never'

/** Thrown for a request that no bank would read. */
export class UnreadableVisit extends Error {}

/** Reads a whole request: query, and a body as form or JSON, of at most 64 kB. */
export async function readVisit(request: IncomingMessage): Promise<Visit> {
  const url = new URL(request.url ?? '/', 'http://bank.invalid')
  const text = await readText(request)
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(isJson ? '' : text),
    ...(isJson && { json: parseJson(text) }),
    language: languageOf(request.headers['accept-language'] ?? ''),
  }
}

/** Reads the fields of a shop's request, as JSON or as a form. */
export function questionOf(visit: Visit): (name: string) => string {
  const values = visit.json ?? Object.fromEntries(visit.form)
  const byName = new Map(Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]))
  return (name) => {
    const value = byName.get(name.toLowerCase())
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
}

/** A reply with a JSON body and status 200. */
export function json(body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

/** A redirect that the browser follows with GET (303). */
export function seeOther(location: string): Reply {
  return { status: 303, headers: { location }, body: '' }
}

/** Sends a reply; every page of the bank is private and cannot be framed. */
export function sendReply(response: ServerResponse, reply: Reply) {
  if (reply === 'never') return
  response.writeHead(reply.status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-length': Buffer.byteLength(reply.body),
    ...reply.headers,
  })
  response.end(reply.body)
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > 65_536) throw new UnreadableVisit('too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    throw new UnreadableVisit('not JSON')
  }
  throw new UnreadableVisit('not a JSON object')
}

function languageOf(header: string): 'fa' | 'en' {
  const wanted = header.split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.find((tag) => tag === 'fa' || tag === 'en') === 'fa' ? 'fa' : 'en'
}
