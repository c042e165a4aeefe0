import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { pdf, photo, pictureBomb, screenshot } from '../../support/api/files.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { rawRequest } from '../../support/server/process/raw-request.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'
import { signedIn } from '../../support/server/signed-in.ts'

test.describe.configure({ mode: 'default' })
test.setTimeout(180_000)

const CALLS = {
  ticket: { path: '/upload/files/ticketing/', field: 'file' },
  chat: { path: '/upload/attachment/chat/', field: 'file' },
  deposit: { path: '/upload/images/booked_ad/deposit/', field: 'image' },
  avatar: { path: '/upload/images/avatar/', field: 'image' },
}
type Call = keyof typeof CALLS
const EVERY = Object.keys(CALLS) as Call[]
const MULTIPART = 'multipart/form-data; boundary=b'

let site: SiteProcess
let person: { cookie: string; token: string }
let reservation: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSiteProcess()
  person = await signedIn(site, '9120000010')
  const headers = { authorization: `Bearer ${person.token}` }
  const list = await fetch(`${site.origin}/api/business/rent/ad/reserve/list/`, { headers })
  const { results } = (await list.json()) as { results: { id: string }[] }
  reservation = results[0]?.id ?? ''
})
test.afterAll(() => site?.stop())

let before: string[]
test.beforeEach(async () => {
  before = await kept()
})
test.afterEach(async () => expect(await kept()).toEqual(before))

/** Everything that uploads leave behind: files, and rows that name files. */
async function kept(): Promise<string[]> {
  const db = await siteDatabase(site.dataDir)
  const attachments = await db.selectFrom('attachment').select('file_key as key').execute()
  const deposits = await db.selectFrom('deposit_image').select('key').execute()
  const folders = ['attachments', 'deposits'].map((name) => join(site.dataDir, 'files', name))
  const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder))
  return [...files, ...[...attachments, ...deposits].map(({ key }) => key)].sort()
}

const filePart = (name: string, content: Buffer, filename = 'a.jpg', type = 'image/jpeg') =>
  Buffer.concat([
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
const END = Buffer.from('--b--\r\n')
const others = (call: Call) =>
  call === 'deposit'
    ? Buffer.from(`--b\r\ncontent-disposition: form-data; name="reservation"\r\n\r\n${reservation}\r\n`)
    : Buffer.alloc(0)

function send(call: Call, body: Buffer, type = MULTIPART) {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': type, 'accept-language': 'en' }
  return rawRequest(site.origin, `/api${CALLS[call].path}`, { method: 'POST', headers, body })
}
const sendFile = (call: Call, content: Buffer, filename?: string, type?: string) =>
  send(call, Buffer.concat([others(call), filePart(CALLS[call].field, content, filename, type), END]))
const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer())

/** The error beside the file's field. */
function expectRefused(call: Call, answer: { status: number; body: string }, why: RegExp) {
  expect(answer.status, answer.body).toBe(400)
  const { type, fields } = JSON.parse(answer.body) as { type: string; fields: Record<string, string[]> }
  expect(type).toBe('INVALID_FIELDS')
  expect(fields[CALLS[call].field]?.join()).toMatch(why)
}

for (const call of EVERY) {
  test.describe(call, () => {
    test('a body of 50 MB is refused, with or without a Content-Length', async () => {
      const large = Buffer.concat([filePart(CALLS[call].field, Buffer.alloc(50_000_000, 'i')), END])
      for (const isAnnounced of [true, false]) {
        const answer = await fetch(`${site.origin}/api${CALLS[call].path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${person.token}`, 'content-type': MULTIPART },
          body: isAnnounced ? new Uint8Array(large) : new Blob([new Uint8Array(large)]).stream(),
          ...(!isAnnounced && { duplex: 'half' }),
        } as RequestInit)
        expect(answer.status).toBe(413)
        expect(await answer.json()).toMatchObject({ type: 'PAYLOAD_TOO_LARGE' })
      }
    })

    test('a file slightly over 10 MB is refused by name', async () => {
      const content = Buffer.concat([await bytesOf(await photo()), Buffer.alloc(10_000_000)])
      expectRefused(call, await sendFile(call, content), /10\s?MB/)
    })

    test('an upload that breaks off leaves nothing, whether its sender waits or disconnects', async () => {
      const form = Buffer.concat([others(call), filePart(CALLS[call].field, await bytesOf(await photo())), END])
      const half = form.subarray(0, form.length - 300)
      expect((await send(call, half)).status).toBe(400)
      await leaveHalfWay(call, form)
      expect((await fetch(`${site.origin}/healthz`)).status).toBe(200)
    })

    test('a missing or wrong boundary and a body that is no form are refused', async () => {
      const form = Buffer.concat([others(call), filePart(CALLS[call].field, await bytesOf(await photo())), END])
      for (const type of [
        'multipart/form-data; boundary=other',
        'multipart/form-data',
        'multipart/form-data; boundary=',
      ]) {
        expect((await send(call, form, type)).status, type).toBe(400)
      }
      for (const type of ['image/jpeg', 'application/octet-stream', 'text/plain']) {
        const { status } = await send(call, await bytesOf(await photo()), type)
        expect([400, 415], `${type}: ${status}`).toContain(status)
      }
    })

    test('a polyglot, a picture with a script, an HTML page and an empty file are refused', async () => {
      const gif = Buffer.from('GIF89a/*\x01\x00\x01\x00\x00\x00\x00*/=1;alert(1)//;', 'latin1')
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      const page = Buffer.from('<html><script>alert(1)</script>%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF')
      expectRefused(call, await sendFile(call, gif, 'a.js', 'text/javascript'), /jpe?g/i)
      expectRefused(call, await sendFile(call, gif, 'a.jpg'), /jpe?g/i)
      expectRefused(call, await sendFile(call, svg, 'a.svg', 'image/svg+xml'), /jpe?g/i)
      expectRefused(call, await sendFile(call, svg, 'a.png', 'image/png'), /jpe?g/i)
      expectRefused(call, await sendFile(call, page, 'a.pdf', 'application/pdf'), /jpe?g/i)
      expectRefused(call, await sendFile(call, Buffer.alloc(0)), /empty/)
    })

    test('pictures with too many pixels are refused before they are decoded', async () => {
      // Chats and tickets take PDF files, too, and name what they take.
      const said = call === 'deposit' || call === 'avatar' ? /50 megapixels/ : /jpe?g/i
      for (const side of [10_000, 30_000]) {
        expectRefused(call, await sendFile(call, await bytesOf(pictureBomb(side)), 'a.png', 'image/png'), said)
      }
      const half = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#777' } })
        .jpeg()
        .toBuffer()
      expectRefused(call, await sendFile(call, half.subarray(0, half.length / 2)), /jpe?g/i)
    })

    test('twelve or three hundred files are refused where one is allowed', async () => {
      const part = filePart(CALLS[call].field, await bytesOf(await photo()))
      for (const count of [12, 300]) {
        const { status, body } = await send(
          call,
          Buffer.concat([others(call), ...Array<Buffer>(count).fill(part), END]),
        )
        expect(status, body).toBe(400)
      }
    })
  })
}

test('metadata in an accepted picture is not served', async () => {
  const script = Buffer.from('<script>alert(1)</script>')
  const polyglot = Buffer.concat([await bytesOf(await screenshot()), script])
  for (const call of ['ticket', 'chat'] as const) {
    const answer = await sendFile(call, polyglot, 'a.html', 'text/html')
    expect(answer.status, answer.body).toBe(201)
    const { file, id } = JSON.parse(answer.body) as { file: string; id: string }
    const headers = { authorization: `Bearer ${person.token}` }
    const read = await fetch(file, { headers })
    expect(read.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await read.arrayBuffer()).includes(script)).toBe(false)
    await forget(id)
  }
  // A PDF stays as it is; it is only downloaded, with a policy that blocks scripts.
  const document = Buffer.concat([await bytesOf(pdf()), script])
  const { id, file } = JSON.parse((await sendFile('chat', document, 'a.html', 'text/html')).body)
  const read = await fetch(file, { headers: { authorization: `Bearer ${person.token}` } })
  expect(read.headers.get('content-type')).toBe('application/pdf')
  expect(read.headers.get('content-disposition')).toMatch(/^attachment; .*\.pdf/)
  expect(read.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  await forget(id)
})

test('a page says beside its field that there are too many files, and keeps what was typed', async () => {
  const text = (name: string, value: string) =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  for (const count of [13, 300]) {
    const part = filePart('files', Buffer.alloc(0), 'empty.jpg')
    const fields = [text('department', 'SALES'), text('subject', 'Many files'), text('message', 'See them')]
    const body = Buffer.concat([...fields, ...Array<Buffer>(count).fill(part), END])
    const headers = {
      'content-type': MULTIPART,
      'sec-fetch-site': 'same-origin',
      cookie: person.cookie,
      accept: 'text/html',
    }
    const answer = await rawRequest(site.origin, '/en/profile/ticketing/new', { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('value="Many files"')
    expect(answer.body).toMatch(/empty\.jpg/)
  }
})

test('a form over every limit is answered with a page that says what to do', async () => {
  const headers = {
    'content-type': MULTIPART,
    'content-length': '90000000',
    'sec-fetch-site': 'same-origin',
    cookie: person.cookie,
    accept: 'text/html',
  }
  const answer = await rawRequest(site.origin, '/en/profile/ticketing/new', { method: 'POST', headers })
  expect(answer.status).toBe(413)
  expect(answer.body).toContain('choose fewer or smaller ones')
})

async function forget(id: string) {
  const db = await siteDatabase(site.dataDir)
  const gone = await db.deleteFrom('attachment').where('id', '=', id).returning('file_key').executeTakeFirstOrThrow()
  rmSync(join(site.dataDir, 'files', gone.file_key))
}

/** Sends half of a form and closes the connection. */
async function leaveHalfWay(call: Call, form: Buffer) {
  const { hostname, port } = new URL(site.origin)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve) => socket.once('connect', resolve))
  const head = [
    `POST /api${CALLS[call].path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${person.token}`,
    `content-type: ${MULTIPART}`,
    `content-length: ${form.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.write(form.subarray(0, form.length / 2), resolve))
  socket.destroy()
}
