import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{12}$/)
const number = z.number().min(0)
const text = z.string()
/** What happened besides, in words: never a phone number, code, token, national id or card number. */
const message = { message: text }

/** The facts of each event. Source: docs/logs.md, which describes them. */
const EVENTS = {
  request: { id: text, method: text.optional(), path: text, status: number, ms: number },
  error: {
    ...message,
    requestId: text.optional(),
    name: text.optional(),
    stack: text.optional(),
    facts: z.record(text, z.union([text, z.number()])).optional(),
  },
  'slow query': {
    ms: number,
    statement: hash,
    sql: text,
    code: text.optional(),
    call: text.optional(),
    request: text.optional(),
    job: text.optional(),
    plan: text.optional(),
    planHash: hash.optional(),
    planBefore: hash.optional(),
  },
  'left-out': { ...message, requestId: text, decoration: text },
  'app-link': message,
  currencies: message,
  logout: { ...message, requestId: text },
  push: { ...message, requestId: text },
  message: {
    channel: z.enum(['sms', 'email']),
    provider: text,
    outcome: text,
    detail: text.optional(),
    file: text.optional(),
  },
  map: message,
  api: message,
  traces: message,
  live: message,
  provider: { provider: text, kind: text },
  warning: message,
  listening: { address: text, mode: text, pid: number },
  metrics: { address: text },
  workers: { count: number },
  'worker ended': { worker: number, code: number.nullable(), signal: text.nullable() },
  stopping: {},
  stopped: {},
  'stopped late': {},
} satisfies Record<string, z.ZodRawShape>

type Facts = { [Name in keyof typeof EVENTS]: z.input<z.ZodObject<(typeof EVENTS)[Name]>> }

/** Writes one line of JSON. */
export type Log = <Name extends keyof Facts>(event: Name, details?: Facts[Name]) => void

/** A line of the log as it is read, with nothing in it that is not described. Throws for an unknown event. */
export const LogLine = z.discriminatedUnion(
  'event',
  Object.entries(EVENTS).map(([name, facts]) =>
    z.strictObject({
      at: z.iso.datetime(),
      event: z.literal(name),
      traceId: text.regex(/^[0-9a-f]{32}$/).optional(),
      ...facts,
    }),
  ) as unknown as [z.ZodObject<{ event: z.ZodLiteral<string> }>],
)

/** Each event with the names of its facts. */
export const LOG_EVENTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(EVENTS).map(([name, facts]) => [name, Object.keys(facts)]),
)
