import { z } from 'zod'
import { missingSettings, ownSettings, type Settings, type WithSettings } from './providers/provider-kind.ts'
import { SMS_ABROAD_KINDS, SMS_KINDS } from './providers/sms/registry.ts'

const SMS_PROVIDERS = Object.keys(SMS_KINDS)
const SMS_ABROAD_PROVIDERS = Object.keys(SMS_ABROAD_KINDS)

const SMS_PROBLEM = `must be "outbox", or some of ${SMS_PROVIDERS.join(', ')} in the order of their use, each once`

/** `outbox`, or the SMS providers in the order in which they are tried. */
export const smsChoice = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(
    z.union(
      [
        z.tuple([z.literal('outbox')]).transform((): string[] => []),
        z.array(z.enum(SMS_PROVIDERS)).refine((chosen) => new Set(chosen).size === chosen.length),
      ],
      SMS_PROBLEM,
    ),
  )

/** The SMS provider for numbers outside Iran; without it, no SMS is sent to them. */
export const smsAbroadChoice = z.enum(SMS_ABROAD_PROVIDERS, `must be one of ${SMS_ABROAD_PROVIDERS.join(', ')}`)

export const mailChoice = z.enum(['outbox', 'smtp'], 'must be "outbox" or "smtp"')

/** `smtp://` (STARTTLS) or `smtps://` (TLS at once), with user and password, percent-encoded. */
export const smtpAddress = z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })

/** An address, optionally with a name before it. Line breaks could add headers. */
export const sender = z
  .string()
  .trim()
  .regex(
    /^([^\s<>@,"]+@[^\s<>@,"]+|[^<>@,"\r\n]+ <[^\s<>@,"]+@[^\s<>@,"]+>)$/,
    'must be an address, or a name and an <address>',
  )

/** The environment's settings for messages. */
type Environment = {
  SMS?: string[]
  SMS_ABROAD?: string
  MAIL?: 'outbox' | 'smtp'
  SMTP_URL?: string
  SMTP_HOST?: string
  SMTP_PORT?: number
  SMTP_USER?: string
  SMTP_PASSWORD?: string
  SMTP_SECURE?: boolean
  MAIL_FROM?: string
}

/**
 * The SMS providers in their order, none for the outbox; the provider abroad, if any; the SMTP server, none for the
 * outbox.
 */
export function messageSettingsOf(env: Environment, given: Settings) {
  return {
    sms: (env.SMS ?? []).map((provider) => chosen(SMS_KINDS, provider, given)),
    smsAbroad: env.SMS_ABROAD ? chosen(SMS_ABROAD_KINDS, env.SMS_ABROAD, given) : undefined,
    smtp: smtpAccountOf(env),
  }
}

type Kinds = Readonly<Record<string, WithSettings>>

function chosen(kinds: Kinds, provider: string, given: Settings): { provider: string; settings: Settings } {
  const kind = kinds[provider]
  return { provider, settings: kind ? ownSettings(kind, given) : {} }
}

/** The settings that the chosen providers need and that are missing, one line each. */
export function problemsOfMessages(given: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  const demand = (name: string, reason: string) => {
    if (!given[name]) problems.push(`${name}: is required ${reason}`)
  }
  const demandAll = (kinds: Kinds, setting: string) => {
    for (const provider of (given[setting] ?? '').split(',').map((part) => part.trim())) {
      const kind = Object.hasOwn(kinds, provider) ? kinds[provider] : undefined
      if (kind) problems.push(...missingSettings(kind, given, `for ${setting}=${provider}`))
    }
  }
  demandAll(SMS_KINDS, 'SMS')
  demandAll(SMS_ABROAD_KINDS, 'SMS_ABROAD')
  if (given.MAIL?.trim() !== 'smtp') return problems
  demand('MAIL_FROM', 'for MAIL=smtp')
  if (!given.SMTP_URL) demand('SMTP_HOST', 'for MAIL=smtp (or SMTP_URL)')
  for (const name of ['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_SECURE']) {
    if (given.SMTP_URL && given[name]) problems.push(`${name}: SMTP_URL says this already`)
  }
  if (given.SMTP_USER && !given.SMTP_PASSWORD) problems.push('SMTP_PASSWORD: is required for SMTP_USER')
  return problems
}

/** One line per channel for the log at start, without keys, users or addresses of people. */
export function describeMessages({ sms, smsAbroad, smtp }: ReturnType<typeof messageSettingsOf>, outbox: string) {
  const standIn = `stand-in: ${outbox}`
  return [
    { provider: 'sms', kind: sms.length ? `real: ${sms.map(({ provider }) => provider).join(', then ')}` : standIn },
    ...(smsAbroad ? [{ provider: 'sms abroad', kind: `real: ${smsAbroad.provider}` }] : []),
    { provider: 'mail', kind: smtp ? `real: SMTP at ${smtp.host}:${smtp.port} (${smtp.security})` : standIn },
  ]
}

function smtpAccountOf(env: Environment) {
  if (env.MAIL !== 'smtp') return undefined
  const from = env.MAIL_FROM ?? ''
  if (!env.SMTP_URL) {
    const host = env.SMTP_HOST ?? ''
    const port = env.SMTP_PORT ?? (env.SMTP_SECURE ? 465 : 587)
    const isSecure = env.SMTP_SECURE ?? port === 465
    return { host, port, security: securityOf(host, isSecure), user: env.SMTP_USER, password: env.SMTP_PASSWORD, from }
  }
  const { protocol, hostname, port, username, password } = new URL(env.SMTP_URL)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    security: securityOf(hostname, isSecure),
    user: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    from,
  }
}

/** The connection to a relay on this machine is not encrypted, because the relay has no certificate for that name. */
function securityOf(host: string, isSecure: boolean): 'tls' | 'starttls' | 'none' {
  if (isSecure) return 'tls'
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host) ? 'none' : 'starttls'
}
