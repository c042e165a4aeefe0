import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSmtpMailer, type SmtpAccount } from '#app/providers/mail/mail-smtp.ts'
import { refusalOf } from '../../support/server/not-sent.ts'
import { makeCertificate } from '../../support/server/process/certificate.ts'
import { type Mailbox, openMailbox } from '../../support/server/simulators/mailbox.ts'

const FROM = 'Savari <no-reply@rent.example>'
const tls = makeCertificate()
let mailbox: Mailbox
let opened: { close: () => unknown }[] = []

beforeAll(async () => {
  mailbox = await openMailbox()
})
afterEach(async () => {
  for (const one of opened.toReversed()) await one.close()
  opened = []
})
afterAll(() => mailbox.close())

function mailer(account: Partial<SmtpAccount> = {}) {
  const made = createSmtpMailer(
    { host: '127.0.0.1', port: mailbox.port, security: 'none', from: FROM, ...account },
    10_000,
  )
  opened.push(made)
  return made
}

async function openOther(options: Parameters<typeof openMailbox>[0]) {
  const other = await openMailbox(options)
  opened.unshift(other)
  return other
}

const CODE = {
  channel: 'email' as const,
  to: 'sara@example.com',
  subject: 'کد شما در سواری',
  text: 'کد: 123456',
  code: '123456',
}

test('a mail has a text and an HTML part in the language and direction of its text', async () => {
  const text = 'رزرو «SV-1» ثبت شد.\nhttps://rent.example/voucher/x?a=1'
  await mailer().send({ channel: 'email', to: 'sara@example.com', subject: 'رزرو SV-1', text, language: 'fa' })
  const { from, to, parts, headers } = mailbox.last()
  expect([from, to]).toEqual(['no-reply@rent.example', ['sara@example.com']])
  expect(parts['text/plain']?.replaceAll('\r\n', '\n')).toBe(text)
  expect(parts['text/html']).toContain('<html lang="fa" dir="rtl">')
  expect(parts['text/html']).toContain('<a href="https://rent.example/voucher/x?a=1">')
  expect(headers['content-language']).toBe('fa')
})

test('a mail in German is left to right', async () => {
  await mailer().send({ ...CODE, text: 'Ihr Code: 123456', language: 'de' })
  expect(mailbox.last().parts['text/html']).toContain('<html lang="de" dir="ltr">')
})

test('a mail says that it is automatic, and no header has the code', async () => {
  await mailer().send(CODE)
  const { headers } = mailbox.last()
  expect(headers['auto-submitted']).toBe('auto-generated')
  expect(headers.from).toBe(FROM)
  expect(JSON.stringify(headers)).not.toContain('123456')
})

test('what people wrote is escaped in the HTML part', async () => {
  await mailer().send({ ...CODE, text: 'Reason: <script>alert("x")</script> & more', language: 'en' })
  const page = mailbox.last().parts['text/html']
  expect(page).not.toContain('<script')
  expect(page).toContain('&#60;script&#62;')
})

test('line breaks in a subject or an address add no headers and no receiver', async () => {
  await mailer().send({ ...CODE, subject: 'Hello\r\nBcc: eve@example.com' })
  expect(mailbox.last().headers).not.toHaveProperty('bcc')
  const before = mailbox.mails.length
  await mailer()
    .send({ ...CODE, to: 'sara@example.com,eve@example.com' })
    .catch(() => undefined)
  expect(mailbox.mails.slice(before).flatMap(({ to }) => to)).not.toContain('eve@example.com')
})

test('one connection sends many mails', async () => {
  const other = await openOther({})
  const { send } = mailer({ port: other.port })
  for (const number of [1, 2, 3]) await send({ ...CODE, text: `mail ${number}` })
  expect(other.mails).toHaveLength(3)
  expect(other.counts.connections).toBe(1)
})

test('STARTTLS encrypts, and the user signs in', async () => {
  const other = await openOther({ tls, password: 'secret' })
  const account = { port: other.port, security: 'starttls' as const, ca: tls.cert, user: 'savari', password: 'secret' }
  await mailer(account).send(CODE)
  expect(other.last()).toMatchObject({ isEncrypted: true, user: 'savari' })
})

test('TLS from the first byte works as well', async () => {
  const other = await openOther({ tls, secure: true })
  await mailer({ port: other.port, security: 'tls', ca: tls.cert }).send(CODE)
  expect(other.last().isEncrypted).toBe(true)
})

test('a server without STARTTLS gets nothing where TLS is required', async () => {
  const before = mailbox.mails.length
  await refusalOf(mailer({ security: 'starttls' }).send(CODE))
  expect(mailbox.mails).toHaveLength(before)
})

test('a server with an untrusted certificate gets nothing', async () => {
  const other = await openOther({ tls })
  await refusalOf(mailer({ port: other.port, security: 'starttls' }).send(CODE))
  expect(other.mails).toEqual([])
})

test('a wrong password is a permanent refusal', async () => {
  const other = await openOther({ tls, password: 'secret' })
  const account = { port: other.port, security: 'starttls' as const, ca: tls.cert, user: 'savari', password: 'wrong' }
  expect(await refusalOf(mailer(account).send(CODE))).toMatchObject({ reason: 'auth', mayPass: false })
})
