import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ConfigError, DEMONSTRATION_SECRET, describeProviders, readConfig, SETTING_NAMES } from '#app/config.ts'
import { INQUIRY_KINDS } from '#app/providers/identity/registry.ts'
import { SMS_KINDS } from '#app/providers/sms/registry.ts'

const PRODUCTION = {
  MODE: 'production',
  ORIGIN: 'https://rent.example',
  SESSION_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgres://app@db/savari',
  SMS: 'outbox',
  MAIL: 'outbox',
  GATEWAYS: 'simulator',
}

function fieldErrorsIn(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as ConfigError).problems.map((line) => line.split(':')[0]!)
  }
}

test('without settings it is a demonstration on port 3000 with a simulated bank', () => {
  expect(readConfig({})).toMatchObject({ mode: 'demonstration', port: 3000, gateways: { kind: 'simulator' } })
})

test('every error is named at once', () => {
  const problems = fieldErrorsIn({
    PORT: 'eighty',
    ORIGIN: 'rent.example',
    TRUSTED_PROXIES: '10.0.0.0/99',
    DATABASE_URL: 'mysql://x',
    GATEWAYS: 'mock',
  })
  expect(problems).toEqual(['PORT', 'ORIGIN', 'TRUSTED_PROXIES', 'DATABASE_URL', 'GATEWAYS'])
  expect(() => readConfig({ PORT: 'eighty', GATEWAYS: 'mock' })).toThrow(/2 problems[\s\S]*PORT[\s\S]*GATEWAYS/)
})

test('a demonstration at an https address needs a secret of its own', () => {
  const ORIGIN = 'https://rent.example'
  expect(fieldErrorsIn({ ORIGIN })).toEqual(['SESSION_SECRET'])
  expect(fieldErrorsIn({ ORIGIN, SESSION_SECRET: DEMONSTRATION_SECRET })).toEqual(['SESSION_SECRET'])
  expect(fieldErrorsIn({ ORIGIN, SESSION_SECRET: 'x'.repeat(32) })).toEqual([])
  expect(fieldErrorsIn({ ORIGIN: 'http://localhost:3000' })).toEqual([])
})

test('an empty setting is not set', () => {
  expect(readConfig({ PORT: '', ORIGIN: ' ' })).toMatchObject({ port: 3000, origin: undefined })
})

test('production refuses to start without its secrets or with stand-ins that were not requested', () => {
  expect(fieldErrorsIn({ MODE: 'production' })).toEqual(
    expect.arrayContaining([
      'SESSION_SECRET',
      'ORIGIN',
      'DATABASE_URL',
      'SMS',
      'MAIL',
      'SAMAN_TERMINAL_ID',
      'YEKPAY_MERCHANT_ID',
    ]),
  )
  expect(fieldErrorsIn({ NODE_ENV: 'production' })).toContain('SESSION_SECRET')
})

test('production accepts stand-ins that the settings name, but never the demonstration’s secret', () => {
  expect(fieldErrorsIn(PRODUCTION)).toEqual([])
  expect(fieldErrorsIn({ ...PRODUCTION, SESSION_SECRET: DEMONSTRATION_SECRET })).toEqual(['SESSION_SECRET'])
  expect(fieldErrorsIn({ ...PRODUCTION, SESSION_SECRET: 'short' })).toEqual(['SESSION_SECRET'])
})

test('invalid values and problems of production are reported together', () => {
  expect(fieldErrorsIn({ MODE: 'production', PORT: 'x' })).toEqual(expect.arrayContaining(['PORT', 'ORIGIN', 'SMS']))
})

test('a site with a remote API needs no database and no gateways of its own', () => {
  const { DATABASE_URL, GATEWAYS, ...rest } = PRODUCTION
  expect(fieldErrorsIn({ ...rest, API_BASE_URL: 'https://api.example/api' })).toEqual([])
})

test('real gateways report all settings that they need, also in a demonstration', () => {
  expect(fieldErrorsIn({ GATEWAYS: 'real', SAMAN_BASE_URL: 'https://sep.example' })).toEqual([
    'SAMAN_TERMINAL_ID',
    'YEKPAY_REQUEST_URL',
    'YEKPAY_START_URL',
    'YEKPAY_VERIFY_URL',
    'YEKPAY_MERCHANT_ID',
  ])
})

test.each(Object.entries(SMS_KINDS))('the settings of the sender %s are required when it is chosen', (name, kind) => {
  const needed = Object.entries(kind.shape).flatMap(([setting, schema]) =>
    schema.safeParse(undefined).success ? [] : [setting],
  )
  expect(needed).not.toEqual([])
  expect(fieldErrorsIn({ SMS: name })).toEqual(needed)
})

test('an inquiry service needs its settings; without a name production has none, and everything else a stand-in', () => {
  for (const name of Object.keys(INQUIRY_KINDS)) expect(fieldErrorsIn({ INQUIRY: name })).not.toEqual([])
  expect(fieldErrorsIn({ INQUIRY: 'zohal', ZOHAL_TOKEN: 'x' })).toEqual([])
  expect(fieldErrorsIn({ INQUIRY: 'anybody' })).toEqual(['INQUIRY'])
  expect(readConfig(PRODUCTION).inquiry.service).toBeUndefined()
  expect(readConfig({ ...PRODUCTION, INQUIRY: 'simulator' }).inquiry.service).toMatchObject({ provider: 'simulator' })
  expect(readConfig({}).inquiry).toMatchObject({ service: { provider: 'simulator' }, perDay: 1000 })
})

test('each provider is described as real or as a stand-in, without a secret', () => {
  const lines = describeProviders(readConfig({ DATABASE_URL: 'postgres://app:secret@db/savari' }))
  expect(lines.map(({ provider }) => provider)).toEqual([
    'database',
    'gateways',
    'redis',
    'test mode',
    'files',
    'maps',
    'push',
    'inquiry',
    'sms',
    'mail',
  ])
  expect(lines.every(({ kind }) => /^(real|stand-in|none)/.test(kind))).toBe(true)
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('several workers need real gateways, or an API elsewhere', () => {
  expect(() => readConfig({ WORKERS: '2' })).toThrow('WORKERS: more than one needs real gateways')
  expect(() => readConfig({ WORKERS: '0' })).toThrow('WORKERS')
  expect(readConfig({ WORKERS: '2', API_BASE_URL: 'https://api.example/api' }).workers).toBe(2)
  expect(readConfig({}).workers).toBe(1)
})

test('replicas are of a server of one’s own, each by its address', () => {
  const own = 'postgres://app:secret@db/savari'
  const [a, b] = ['postgres://app@replica-1/savari', 'postgres://app@replica-2/savari']
  expect(readConfig({ DATABASE_URL: own, DATABASE_READ_URL: `${a}, ${b}` }).databaseReadUrls).toEqual([a, b])
  expect(() => readConfig({ DATABASE_READ_URL: a })).toThrow('DATABASE_READ_URL: names replicas')
  expect(() => readConfig({ DATABASE_URL: own, DATABASE_READ_URL: 'replica-1' })).toThrow('DATABASE_READ_URL: must be')
})

test('test mode has another database than the product', () => {
  const own = 'postgres://app:secret@db/savari'
  expect(() => readConfig({ DATABASE_URL: own, TEST_MODE_DATABASE_URL: own })).toThrow(
    'TEST_MODE_DATABASE_URL: must be another',
  )
  const kindOf = (settings: Record<string, string>) =>
    describeProviders(readConfig(settings)).find(({ provider }) => provider === 'test mode')?.kind
  expect(kindOf({})).toBe('real: a database beside the embedded one')
  expect(kindOf({ DATABASE_URL: own })).toBe('none: TEST_MODE_DATABASE_URL is not set')
  expect(kindOf({ DATABASE_URL: own, TEST_MODE_DATABASE_URL: `${own}_test` })).toMatch(/^real: PostgreSQL/)
})

test('an object store needs all of its settings, and is described without its keys', () => {
  const store = { S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'files', S3_ACCESS_KEY: 'secret-1' }
  expect(fieldErrorsIn(store)).toEqual(['S3_SECRET_KEY'])
  expect(fieldErrorsIn({ S3_BUCKET: 'files' })).toEqual(['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'])
  const config = readConfig({ ...store, S3_SECRET_KEY: 'secret-2' })
  expect(config.s3).toMatchObject({ endpoint: 'https://s3.example', bucket: 'files', region: 'us-east-1' })
  const lines = describeProviders(config)
  expect(lines).toContainEqual({ provider: 'files', kind: 'real: bucket files at s3.example' })
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('backups go to another bucket than the uploaded files', () => {
  const files = {
    ...{ S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'files', S3_ACCESS_KEY: 'one', S3_SECRET_KEY: 'two' },
    BACKUP_KEY: `age1${'q'.repeat(58)}`,
  }
  for (const BACKUP_S3_ENDPOINT of ['', 'https://S3.example'])
    expect(fieldErrorsIn({ ...files, BACKUP_S3_ENDPOINT, BACKUP_TO: 's3://files/backups/' })).toEqual(['BACKUP_TO'])
  expect(fieldErrorsIn({ ...files, BACKUP_TO: 's3://backups/' })).toEqual([])
  expect(fieldErrorsIn({ ...files, BACKUP_S3_ENDPOINT: 'https://other.example', BACKUP_TO: 's3://files/' })).toEqual([])
})

test('message providers report all settings that they need', () => {
  expect(fieldErrorsIn({ SMS: 'kavenegar,smsir', MAIL: 'smtp' })).toEqual([
    'KAVENEGAR_API_KEY',
    'KAVENEGAR_TEMPLATE',
    'SMSIR_API_KEY',
    'SMSIR_TEMPLATE_ID',
    'SMSIR_LINE',
    'MAIL_FROM',
    'SMTP_HOST',
  ])
  expect(fieldErrorsIn({ SMS: 'kavenegar', KAVENEGAR_API_KEY: 'x', KAVENEGAR_TEMPLATE: 'y' })).toEqual([])
  expect(fieldErrorsIn({ MAIL: 'smtp', MAIL_FROM: 'a@b.example', SMTP_HOST: 'mail.example', SMTP_USER: 'a' })).toEqual([
    'SMTP_PASSWORD',
  ])
  expect(
    fieldErrorsIn({ MAIL: 'smtp', MAIL_FROM: 'a@b.example', SMTP_URL: 'smtp://b.example', SMTP_PORT: '25' }),
  ).toEqual(['SMTP_PORT'])
})

test.each(['twilio', 'outbox,kavenegar', 'kavenegar,kavenegar', ',', 'KAVENEGAR', 'constructor'])(
  'SMS cannot be %s',
  (SMS) => {
    const account = { KAVENEGAR_API_KEY: 'x', KAVENEGAR_TEMPLATE: 'y' }
    expect(fieldErrorsIn({ SMS, ...account })).toEqual(['SMS'])
  },
)

test.each([
  'sara',
  'Savari <sara',
  'a@b.example>',
  'Savari a@b.example',
  'A\nBcc: x <a@b.example>',
  'a@b.example, c@d.example',
])('mail cannot come from %j', (MAIL_FROM) => {
  expect(fieldErrorsIn({ MAIL: 'smtp', SMTP_HOST: 'mail.example', MAIL_FROM })).toEqual(['MAIL_FROM'])
})

test('an SMTP server can be given as an address or in parts, and without TLS only on this machine', () => {
  const smtpOf = (environment: Record<string, string>) =>
    readConfig({ MAIL: 'smtp', MAIL_FROM: 'سواری <no-reply@rent.example>', ...environment }).messages.smtp
  const server = { host: 'mail.example', user: 'a@b', password: 'x/y', from: 'سواری <no-reply@rent.example>' }
  const parts = { SMTP_HOST: 'mail.example', SMTP_USER: 'a@b', SMTP_PASSWORD: 'x/y' }
  const [tls, starttls] = [
    { port: 465, security: 'tls' },
    { port: 587, security: 'starttls' },
  ]
  expect(smtpOf({ SMTP_URL: 'smtps://a%40b:x%2Fy@mail.example' })).toEqual({ ...server, ...tls })
  expect(smtpOf({ SMTP_URL: 'smtp://a%40b:x%2Fy@mail.example' })).toEqual({ ...server, ...starttls })
  expect(smtpOf({ ...parts, SMTP_SECURE: 'yes' })).toEqual({ ...server, ...tls })
  expect(smtpOf({ ...parts, SMTP_PORT: '465' })).toEqual({ ...server, ...tls })
  expect(smtpOf(parts)).toEqual({ ...server, ...starttls })
  expect(smtpOf({ SMTP_URL: 'smtp://127.0.0.1:25' })).toMatchObject({ host: '127.0.0.1', port: 25, security: 'none' })
  expect(smtpOf({ SMTP_URL: 'smtp://[::1]:25' })).toMatchObject({ host: '::1', security: 'none' })
})

test('real message providers are described as real, without key or password', () => {
  const lines = describeProviders(
    readConfig({
      SMS: 'kavenegar,smsir',
      KAVENEGAR_API_KEY: 'secret-1',
      KAVENEGAR_TEMPLATE: 'code',
      SMSIR_API_KEY: 'secret-2',
      SMSIR_TEMPLATE_ID: '1',
      SMSIR_LINE: '3000',
      MAIL: 'smtp',
      SMTP_URL: 'smtp://user:secret-3@mail.example',
      MAIL_FROM: 'no-reply@rent.example',
    }),
  )
  expect(lines.slice(-2)).toEqual([
    { provider: 'sms', kind: 'real: kavenegar, then smsir' },
    { provider: 'mail', kind: 'real: SMTP at mail.example:587 (starttls)' },
  ])
})

test('.env.example has every setting and no others', () => {
  const written = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(written.toSorted()).toEqual(SETTING_NAMES.filter((name) => name !== 'NODE_ENV').toSorted())
})

test('the account that pays companies is validated; a demonstration has a default, production has none', () => {
  const account = { PAYOUT_IBAN: 'de75 5121 0800 1245 1261 99', PAYOUT_BIC: 'sogedeffxxx', PAYOUT_NAME: 'Savari GmbH' }
  const { payouts } = readConfig({ ...PRODUCTION, ...account })
  const format = 'pain.001.001.09'
  expect(payouts).toEqual({ name: 'Savari GmbH', iban: 'DE75512108001245126199', bic: 'SOGEDEFFXXX', format })
  expect(readConfig(PRODUCTION).payouts).toBeUndefined()
  expect(readConfig({}).payouts).toMatchObject({ name: 'Savari' })
  for (const PAYOUT_IBAN of ['DE75512108001245126198', 'IR062960000000100324200001', '=cmd()'])
    expect(fieldErrorsIn({ ...PRODUCTION, ...account, PAYOUT_IBAN })).toEqual(['PAYOUT_IBAN'])
  expect(fieldErrorsIn({ ...PRODUCTION, ...account, PAYOUT_BIC: 'SOGE' })).toEqual(['PAYOUT_BIC'])
  expect(fieldErrorsIn({ ...PRODUCTION, ...account, PAYOUT_FORMAT: 'pain.001' })).toEqual(['PAYOUT_FORMAT'])
})

test('traces are off without an endpoint, and keep what the standard’s sampler says with one', () => {
  expect(readConfig({}).tracing).toBeUndefined()
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_SERVICE_NAME: 'x' }).tracing).toBeUndefined()
  const endpoint = 'http://localhost:4318'
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  expect(readConfig(on).tracing).toEqual({
    endpoint,
    serviceName: 'savari',
    sampler: 'parentbased_always_on',
    ratio: 1,
  })
  const some = { ...on, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(readConfig(some).tracing).toMatchObject({ sampler: 'traceidratio', ratio: 0.1 })
  const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost', OTEL_TRACES_SAMPLER: 'some', OTEL_TRACES_SAMPLER_ARG: '2' }
  expect(fieldErrorsIn(wrong).toSorted()).toEqual(Object.keys(wrong).toSorted())
})
