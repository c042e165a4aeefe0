import { z } from 'zod'

const SMS_PROVIDERS = ['kavenegar', 'smsir'] as const
type SmsProvider = (typeof SMS_PROVIDERS)[number]

const SMS_FAULT = 'must be "outbox", "kavenegar", "smsir", or both of these in the order of their use'

/** `outbox`, or the SMS providers in the order of their use. */
export const smsChoice = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(
    z.union(
      [
        z.tuple([z.literal('outbox')]).transform((): SmsProvider[] => []),
        z.array(z.enum(SMS_PROVIDERS)).refine((chosen) => new Set(chosen).size === chosen.length),
      ],
      SMS_FAULT,
    ),
  )

/** Who sends SMS to numbers outside Iran; nobody where it is not set. */
export const smsAbroadChoice = z.enum(['twilio'], 'must be "twilio"')

export const mailChoice = z.enum(['outbox', 'smtp'], 'must be "outbox" or "smtp"')

/** `smtp://` (STARTTLS) or `smtps://` (TLS at once), with user and password, percent-encoded. */
export const smtpAddress = z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })

/** An address, with or without a name before it. Line breaks would be headers of their own. */
export const sender = z
  .string()
  .trim()
  .regex(
    /^([^\s<>@,"]+@[^\s<>@,"]+|[^<>@,"\r\n]+ <[^\s<>@,"]+@[^\s<>@,"]+>)$/,
    'must be an address, or a name and an <address>',
  )

/** What of the environment is about messages. */
type Environment = {
  SMS?: SmsProvider[]
  KAVENEGAR_API_KEY?: string
  KAVENEGAR_TEMPLATE?: string
  KAVENEGAR_SENDER?: string
  KAVENEGAR_BASE_URL: string
  SMSIR_API_KEY?: string
  SMSIR_TEMPLATE_ID?: number
  SMSIR_LINE?: number
  SMSIR_BASE_URL: string
  SMS_ABROAD?: 'twilio'
  TWILIO_ACCOUNT_SID?: string
  TWILIO_AUTH_TOKEN?: string
  TWILIO_FROM?: string
  TWILIO_BASE_URL: string
  MAIL?: 'outbox' | 'smtp'
  SMTP_URL?: string
  SMTP_HOST?: string
  SMTP_PORT?: number
  SMTP_USER?: string
  SMTP_PASSWORD?: string
  SMTP_SECURE?: boolean
  MAIL_FROM?: string
}

/** Providers of SMS in their order, none for the outbox; who sends abroad, if anybody; the SMTP server, none for the outbox. */
export function messageSettingsOf(env: Environment) {
  return {
    sms: (env.SMS ?? []).map((provider) => smsAccountOf(provider, env)),
    smsAbroad: env.SMS_ABROAD && twilioAccountOf(env),
    smtp: smtpAccountOf(env),
  }
}

const NEEDS: Record<string, string[]> = {
  kavenegar: ['KAVENEGAR_API_KEY', 'KAVENEGAR_TEMPLATE'],
  smsir: ['SMSIR_API_KEY', 'SMSIR_TEMPLATE_ID', 'SMSIR_LINE'],
}

/** The settings that the chosen providers need and that are missing, one line each. */
export function problemsOfMessages(given: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  const demand = (name: string, reason: string) => {
    if (!given[name]) problems.push(`${name}: is required ${reason}`)
  }
  for (const provider of (given.SMS ?? '').split(',').map((part) => part.trim())) {
    for (const name of NEEDS[provider] ?? []) demand(name, `for SMS=${provider}`)
  }
  if (given.SMS_ABROAD?.trim() === 'twilio') {
    for (const name of ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']) demand(name, 'for SMS_ABROAD=twilio')
  }
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
    ...(smsAbroad ? [{ provider: 'sms abroad', kind: 'real: twilio' }] : []),
    { provider: 'mail', kind: smtp ? `real: SMTP at ${smtp.host}:${smtp.port} (${smtp.security})` : standIn },
  ]
}

function smsAccountOf(provider: SmsProvider, env: Environment) {
  if (provider === 'kavenegar') {
    return {
      provider,
      apiKey: env.KAVENEGAR_API_KEY ?? '',
      template: env.KAVENEGAR_TEMPLATE ?? '',
      sender: env.KAVENEGAR_SENDER,
      baseUrl: env.KAVENEGAR_BASE_URL,
    }
  }
  return {
    provider,
    apiKey: env.SMSIR_API_KEY ?? '',
    templateId: env.SMSIR_TEMPLATE_ID ?? 0,
    line: env.SMSIR_LINE ?? 0,
    baseUrl: env.SMSIR_BASE_URL,
  }
}

function twilioAccountOf(env: Environment) {
  return {
    accountSid: env.TWILIO_ACCOUNT_SID ?? '',
    authToken: env.TWILIO_AUTH_TOKEN ?? '',
    from: env.TWILIO_FROM ?? '',
    baseUrl: env.TWILIO_BASE_URL,
  }
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

/** A relay on this machine is spoken to in the clear, as it has no certificate that names it. */
function securityOf(host: string, isSecure: boolean): 'tls' | 'starttls' | 'none' {
  if (isSecure) return 'tls'
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host) ? 'none' : 'starttls'
}
