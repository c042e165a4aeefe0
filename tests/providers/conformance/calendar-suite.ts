import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CalendarNotFetched, type FetchCalendar } from '#app/providers/calendars/calendar-fetch.ts'
import type { CalendarReader } from '#app/providers/calendars/calendar-reader.ts'
import { CalendarNotRead } from '#app/providers/calendars/read-calendar.ts'
import { ownTime } from '../../support/own-time.ts'
import { listenHere } from '../../support/server/process/listen-here.ts'

export type CalendarFetchCase = {
  /** Fetches from all public addresses. */
  anywhere: FetchCalendar
  /**
   * The same, but it may also fetch from 127.0.0.1 (and from nowhere else on this machine), and gives up after a second
   * and a half.
   */
  here: FetchCalendar
}

/** What every fetcher of calendars from strangers' addresses must do; ours passes. */
export function describeCalendarFetch(name: string, { anywhere, here: fetchHere }: CalendarFetchCase) {
  describe(`${name} as a fetcher of external calendars`, () => {
    const server = createServer((request, response) => {
      const moved = (location: string) => response.writeHead(302, { location }).end()
      if (request.url === '/good') return response.end('BEGIN:VCALENDAR')
      if (request.url === '/empty') return response.end()
      if (request.url === '/moved') return moved('/good')
      if (request.url === '/round') return moved('/round')
      if (request.url === '/inside') return moved('http://127.0.0.2/')
      if (request.url === '/metadata') return moved('http://169.254.169.254/latest/meta-data/')
      if (request.url === '/file') return moved('file:///etc/passwd')
      if (request.url === '/nonsense') return moved('http://')
      if (request.url === '/announced') return response.writeHead(200, { 'content-length': 50_000_000 }).write('BEGIN')
      if (request.url === '/slow') return response.write('BEGIN')
      if (request.url === '/silent') return undefined
      if (request.url === '/cut') return response.write('BEGIN', () => response.destroy())
      if (request.url === '/large') {
        // It has no Content-Length, and would be 50 MB.
        const part = Buffer.alloc(1_000_000, 'x')
        let left = 50
        const more = () => (left-- > 0 && !response.destroyed ? response.write(part, more) : response.end())
        return more()
      }
      return response.writeHead(404).end()
    })
    let here = ''
    let port = 0
    beforeAll(async () => {
      port = await listenHere(server)
      here = `http://127.0.0.1:${port}`
    })
    afterAll(() => {
      server.closeAllConnections()
      server.close()
    })

    test('a calendar is fetched, also after a redirect', async () => {
      expect(await fetchHere(`${here}/good`)).toBe('BEGIN:VCALENDAR')
      expect(await fetchHere(`${here}/moved`)).toBe('BEGIN:VCALENDAR')
      expect(await fetchHere(`${here}/empty`)).toBe('')
    })

    test.each([
      ['/large', 'too_large'],
      ['/announced', 'too_large'],
      ['/slow', 'too_slow'],
      ['/silent', 'too_slow'],
      ['/round', 'redirects'],
      ['/none', 'status'],
      ['/cut', 'unreachable'],
    ])('%s is reported as %s', async (path, problem) => {
      expect(await fetchProblemOf(fetchHere(here + path))).toBe(problem)
    })

    test('a host where nobody listens is unreachable', async () => {
      expect(await fetchProblemOf(fetchHere('http://127.0.0.1:1/'))).toBe('unreachable')
    })

    test.each([
      ['/inside', 'private'],
      ['/metadata', 'private'],
      ['/file', 'address'],
      ['/nonsense', 'address'],
    ])('a redirect of %s is not followed', async (path, problem) => {
      expect(await fetchProblemOf(fetchHere(here + path))).toBe(problem)
    })

    test.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '0.0.0.0'])(
      'nothing is fetched from %s, which is this machine or its network',
      async (host) => {
        expect(await fetchProblemOf(anywhere(`http://${host}:${port}/good`))).toBe('private')
      },
    )

    test.each(['file:///etc/passwd', 'ftp://example.com/', 'http://a:b@example.com/', 'data:,x', 'nonsense', ''])(
      '%j is not a calendar’s address',
      async (address) => {
        expect(await fetchProblemOf(anywhere(address))).toBe('address')
      },
    )
  })
}

const WINDOW = {
  from: new Date('2026-11-23T00:00:00Z'),
  until: new Date('2027-12-28T00:00:00Z'),
  zone: 'Asia/Tehran',
}
const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']
const GOOD = file(...event('DTSTART:20261201T100000Z', 'DURATION:PT1H', 'SUMMARY:Good'))
/** A rule that no day satisfies: the library would search without end. */
const ENDLESS = file(...event('DTSTART:20261201T100000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'))
/** Small enough to be fetched, with the most recurrences that may be expanded. */
const MUCH = file(
  ...Array.from({ length: 1900 }, () => event('DTSTART:19700101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')).flat(),
)
const DEEP = `${'BEGIN:VCALENDAR\r\n'.repeat(60_000)}`
const LONG = file(...event(`SUMMARY:${'x'.repeat(990_000)}`, 'DTSTART:20261201T100000Z', 'DURATION:PT1H'))

/**
 * What every reader of strangers' calendars must do; ours passes. `open` takes the limits of time and
 * memory.
 */
export function describeCalendarReader(
  name: string,
  open: (bounds: { withinMs?: number; memoryMb?: number }) => CalendarReader,
) {
  describe(`${name} as a reader of external calendars`, () => {
    const reader = open({ withinMs: 1000 })
    afterAll(() => reader.close())

    const outcomeOf = (text: string, of = reader) =>
      of.read(text, WINDOW).then(
        ({ entries }) => entries.map(({ summary }) => summary),
        (error) => (error instanceof CalendarNotRead ? error.problem : error),
      )

    test('a calendar is read with its times', async () => {
      expect(await reader.read(GOOD, WINDOW)).toEqual({
        entries: [{ start: new Date('2026-12-01T10:00:00Z'), end: new Date('2026-12-01T11:00:00Z'), summary: 'Good' }],
        wrong: [],
      })
    })

    test.each(['', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', '\u0000\u0001', 'BEGIN:VCALENDAR'])(
      '%j is not a calendar',
      async (text) => {
        expect(await outcomeOf(text)).toBe('no_calendar')
      },
    )

    test('an invalid event is reported, and the others are kept', async () => {
      const wrong = event('SUMMARY:Back', 'DTSTART:20261203T100000Z', 'DTEND:20261201T100000Z')
      const right = event('SUMMARY:Right', 'DTSTART:20261203T100000Z', 'DTEND:20261204T100000Z')
      const { entries, wrong: named } = await reader.read(file(...wrong, ...right), WINDOW)
      expect([entries.map(({ summary }) => summary), named]).toEqual([
        ['Right'],
        [{ reason: 'backwards', summary: 'Back' }],
      ])
    })

    test('a calendar with too many events is refused', async () => {
      expect(await outcomeOf(file(...Array.from({ length: 2001 }, () => event()).flat()))).toBe('too_many')
    })

    test.each([
      ['looks for a day that never comes', ENDLESS, ['too_complex']],
      ['has much to expand', MUCH, ['too_complex', 'too_many']],
      ['is nested without end', DEEP, ['too_complex', 'no_calendar']],
      ['is one long line', LONG, [['x'.repeat(80)], 'too_complex']],
    ])('a calendar that %s does not block the site', async (_, text, outcomes) => {
      await outcomeOf(GOOD)
      expect(await ownTime(async () => expect(outcomes).toContainEqual(await outcomeOf(text)))).toBeLessThan(50)
      expect(await outcomeOf(GOOD)).toEqual(['Good'])
    })

    test('a calendar that exceeds the memory limit is refused, and the next one is read', async () => {
      // With time enough, so that it is the memory that ends it.
      const small = open({ memoryMb: 12, withinMs: 30_000 })
      const many = file(
        ...Array.from({ length: 1999 }, () => event('DTSTART:20261201T100000Z', ...attendees(12))).flat(),
      )
      expect(await outcomeOf(many, small)).toBe('too_complex')
      expect(await outcomeOf(GOOD, small)).toEqual(['Good'])
      await small.close()
    })

    test('several at once are read one after the other, also after one that takes too long', async () => {
      const outcomes = await Promise.all([outcomeOf(GOOD), outcomeOf(ENDLESS), outcomeOf(GOOD)])
      expect(outcomes).toEqual([['Good'], 'too_complex', ['Good']])
    })
  })
}

function attendees(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `ATTENDEE;CN=Guest ${at}:mailto:guest${at}@mail.example`)
}

function fetchProblemOf(call: Promise<unknown>) {
  return call.then(
    () => undefined,
    (error: unknown) => (error instanceof CalendarNotFetched ? error.problem : error),
  )
}
