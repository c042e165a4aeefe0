import { createTransport } from 'nodemailer'
import type { Message, Messenger } from '#app/providers/messages/message.ts'
import { NotSent, type NotSentReason } from '#app/providers/messages/not-sent.ts'
import { DIRECTIONS, type Language } from '#app/rules/constants.ts'
import { escapeHtml } from '#app/rules/text/escape-html.ts'

export type SmtpAccount = {
  host: string
  port: number
  /** `tls` from the first byte (port 465); `starttls` (587), without which nothing is sent; `none` for a relay on this machine. */
  security: 'tls' | 'starttls' | 'none'
  user?: string
  password?: string
  /** `Savari <no-reply@rent.example>` or the address alone. */
  from: string
  /** Certificates to trust in addition to the system's, in PEM. */
  ca?: string
}

const PROVIDER = 'smtp'

/**
 * Sends e-mail through an SMTP server as text and HTML, marked as automatic so that out-of-office replies do not answer. The only
 * user input in its headers is the recipient's address. Throws `NotSent`. Source: protocols/sms.md §6.
 */
export function createSmtpMailer(account: SmtpAccount, timeoutMs = 8_000): Messenger & { close: () => void } {
  const transport = createTransport({
    host: account.host,
    port: account.port,
    secure: account.security === 'tls',
    requireTLS: account.security === 'starttls',
    ignoreTLS: account.security === 'none',
    ...(account.user && { auth: { user: account.user, pass: account.password ?? '' } }),
    ...(account.ca && { tls: { ca: account.ca } }),
    pool: true,
    // The job queue retries instead.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    name: PROVIDER,
    async send(message) {
      try {
        await transport.sendMail({
          from: account.from,
          // An object, so that a comma cannot separate it into two addresses.
          to: { name: '', address: message.to },
          subject: message.subject ?? '',
          ...(message.id !== undefined && { messageId: `<${message.id}@${hostOf(account.from)}>` }),
          text: message.text,
          html: message.html ?? htmlOf(message),
          ...(message.files && { attachments: message.files.map(attachmentOf) }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': languageOf(message),
            ...(message.unsubscribe && {
              'List-Unsubscribe': `<${message.unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
      } catch (error) {
        throw notSentOf(error)
      }
    },
    close: () => transport.close(),
  }
}

function attachmentOf({ name, type, content }: NonNullable<Message['files']>[number]) {
  return { filename: name, contentType: type, content }
}

function hostOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace('>', '')
}

/** The text as HTML in its language and direction, with links for its addresses. */
function htmlOf(message: Message): string {
  const language = languageOf(message)
  const direction = DIRECTIONS[language]
  const paragraphs = message.text.split(/\n+/).map((line) => `<p dir="auto">${linked(escapeHtml(line))}</p>`)
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(message.subject ?? '')}</title></head><body dir="${direction}">`,
    ...paragraphs,
    '</body></html>',
  ].join('\n')
}

function languageOf({ language }: Message): Language {
  return language ?? 'fa'
}

function linked(line: string): string {
  return line.replace(/https?:\/\/[^\s<>&]+/g, (address) => `<a href="${address}">${address}</a>`)
}

/** Keeps only the error's codes and numbers: the server's answer quotes the address that it refuses. */
function notSentOf(error: unknown): NotSent {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const said = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const reason = reasonOf(code, said)
  const detail = [code || 'no code', said || ''].filter(Boolean).join(' ')
  return new NotSent({ provider: PROVIDER, reason, detail, isCertain: said > 0 || wasNeverGiven(error, code) })
}

/** Whether the server certainly has not taken the mail: without an answer after connecting, it may have been sent. */
function wasNeverGiven(error: unknown, code: string): boolean {
  if (!/^(ETIMEDOUT|ESOCKET|ECONNECTION)$/.test(code) || !(error instanceof Error)) return true
  if ('timeoutType' in error) return error.timeoutType !== 'SOCKET_TIMEOUT'
  return 'syscall' in error && error.syscall === 'connect'
}

function reasonOf(code: string, said: number): NotSentReason {
  if (code === 'EAUTH' || code === 'ENOAUTH') return said >= 400 && said < 500 ? 'provider_down' : 'auth'
  if (said >= 400 && said < 500) return 'provider_down'
  if (code === 'EENVELOPE') return 'invalid_recipient'
  return said >= 500 || code === 'EMESSAGE' ? 'unknown' : 'provider_down'
}
