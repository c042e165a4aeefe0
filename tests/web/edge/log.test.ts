import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOG_EVENTS, LogLine } from '#app/tracing/log-line.ts'
import { createLog } from '#app/web/edge/log.ts'
import { ownTime } from '../../support/own-time.ts'

function written(write: (log: ReturnType<typeof createLog>['log']) => void): Record<string, unknown>[] {
  let text = ''
  const { log, flush } = createLog((piece) => {
    text += piece
  })
  write(log)
  flush()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('a line is an event with its time and facts', () => {
  const facts = { id: 'r1', method: 'GET', path: '/en', status: 200, ms: 1.5 }
  const [request, stopping] = written((log) => {
    log('request', facts)
    log('stopping')
  })
  expect(request).toEqual({ at: expect.stringMatching(/^2\d{3}-.*Z$/), event: 'request', ...facts })
  expect(stopping).toEqual({ at: expect.any(String), event: 'stopping' })
  for (const line of [request, stopping]) expect(LogLine.parse(line)).toEqual(line)
})

test('facts and events that are not described are refused', () => {
  const at = '2026-03-21T10:00:00.000Z'
  const line = { at, event: 'logout', requestId: 'r1', message: 'away' }
  expect(LogLine.safeParse(line).success).toBe(true)
  expect(LogLine.safeParse({ ...line, phone: '+989121234567' }).success).toBe(false)
  expect(LogLine.safeParse({ ...line, requestId: undefined }).success).toBe(false)
  expect(LogLine.safeParse({ at, event: 'signed in' }).success).toBe(false)
})

test.each([
  ['invalid input syntax for type integer: "09121234567"', 'invalid input syntax for type integer: "…"'],
  ['to +989121234567 or ۰۹۱۲۱۲۳۴۵۶۷', 'to … or …'],
  ['550 no such user sara.k@mail.example here', '550 no such user … here'],
  ['card 6037991234567890', 'card …'],
  ['card 6037 9912 3456 7890 of +98 912 123 4567', 'card … of …'],
  ['since 2026-11-29 21:18:46', 'since 2026-11-29 21:18:46'],
  ['no account سارا.ک@mail.example', 'no account …'],
  ['link c2FyYSBtb2hhbW1hZGk0.dGhpcyBpcyBhIHNpZ25hdHVyZSBvZiBvdXJz', 'link …'],
  ['key svr_live_AbCdEf123456 is unknown', 'key … is unknown'],
  ['token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9x0 expired', 'token … expired'],
  [
    'at Server.<anonymous> (app/web/edge/http-handler.ts:123:45)',
    'at Server.<anonymous> (app/web/edge/http-handler.ts:123:45)',
  ],
  ['payment 1042 at 127.0.0.1:5432', 'payment 1042 at 127.0.0.1:5432'],
])('of the words %s the log keeps no person and no secret', (message, kept) => {
  const [line] = written((log) => log('error', { message, stack: message, facts: { detail: message } }))
  expect(line).toMatchObject({ message: kept, stack: kept, facts: { detail: kept } })
})

test('a long text is cut, and keeps nothing waiting', async () => {
  const cut = () => written((log) => log('error', { message: 'x.'.repeat(50_000), stack: 'a'.repeat(100_000) }))
  expect(await ownTime(cut)).toBeLessThan(50)
  const [line] = cut()
  expect(String(line?.message).length).toBeLessThanOrEqual(4_000)
})

test('every event and fact is described', () => {
  const described = readFileSync('docs/logs.md', 'utf8')
  const missing = Object.entries(LOG_EVENTS).flatMap(([event, facts]) => {
    const row = described
      .split('\n')
      .find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${event}\``))
    return row ? facts.filter((fact) => !row.includes(`\`${fact}\``)).map((fact) => `${event}: ${fact}`) : [event]
  })
  expect(missing).toEqual([])
})
