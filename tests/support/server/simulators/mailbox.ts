import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type Mail = {
  from: string
  to: string[]
  isEncrypted: boolean
  user?: string
  /** As they came, unfolded, by lower-case name. */
  headers: Record<string, string>
  /** Decoded bodies by content type: `text/plain`, `text/html`. */
  parts: Record<string, string>
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/**
 * An SMTP server in this process that keeps what it receives. Recipients `unknown@…` are refused permanently, `full@…` temporarily;
 * mail to `slow@…` is accepted and never acknowledged. With a `password`, only the user `savari` may send, and only over TLS unless
 * plain connections are allowed.
 */
export async function openMailbox(
  options: { tls?: { key: string; cert: string }; secure?: boolean; password?: string; passwordInClear?: boolean } = {},
) {
  const mails: Mail[] = []
  const counts = { connections: 0 }
  const server = new SMTPServer({
    ...options.tls,
    secure: options.secure ?? false,
    authOptional: options.password === undefined,
    hideSTARTTLS: options.tls === undefined,
    allowInsecureAuth: options.passwordInClear ?? false,
    disableReverseLookup: true,
    onConnect(_session, done) {
      counts.connections += 1
      done()
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === 'savari' && password === options.password
      done(isRight ? null : new Error('Wrong password'), { user: username })
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('unknown')) return done(refusal(550, `No such user ${address}`))
      if (address.startsWith('full')) return done(refusal(452, `Mailbox of ${address} is full`))
      done()
    },
    async onData(stream, session, done) {
      const raw = await readText(stream)
      const { mailFrom, rcptTo } = session.envelope
      const to = rcptTo.map(({ address }) => address)
      const from = mailFrom ? mailFrom.address : ''
      const user = session.user === undefined ? undefined : String(session.user)
      mails.push({ from, to, isEncrypted: session.secure, user, ...read(raw) })
      if (!to.some((address) => address.startsWith('slow'))) done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    mails,
    counts,
    last: (): Mail => {
      const mail = mails.at(-1)
      if (!mail) throw new Error('No mail came')
      return mail
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function read(raw: string): Pick<Mail, 'headers' | 'parts'> {
  const { headers, body } = splitHead(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  const sections = boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw]
  const parts = sections.map((section) => {
    const { headers: own, body: text } = splitHead(section.replace(/^\r\n/, ''))
    const type = (own['content-type'] ?? 'text/plain').split(';')[0] ?? ''
    return [type, decode(text, own['content-transfer-encoding'] ?? '7bit').trim()]
  })
  return { headers, parts: Object.fromEntries(parts) }
}

function splitHead(section: string): { headers: Record<string, string>; body: string } {
  const end = section.indexOf('\r\n\r\n')
  const lines = section
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { headers: Object.fromEntries(headers), body: section.slice(end + 4) }
}

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
