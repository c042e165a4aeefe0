/** One event for a calendar program. */
export interface CalendarEvent {
  /** Globally unique and stable, so that importing it again updates the event. */
  uid: string
  /** The brand, as the calendar's producer. */
  product: string
  start: Date
  end: Date
  /** When it was last changed. */
  changed: Date
  /** How often it was changed (SEQUENCE): calendars keep the version with the highest number. */
  changes: number
  summary: string
  location: string
  description: string
  url: string
  /** The text of the reminder, a day before. */
  alarm: string
}

const LINE_OCTETS = 75

/**
 * The event as an iCalendar file (RFC 5545): instants in UTC, CRLF, lines folded at 75 octets without cutting a
 * character, texts escaped.
 */
export function writeCalendarEvent(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(event.product)}//Rental//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${utc(event.changed)}`,
    `LAST-MODIFIED:${utc(event.changed)}`,
    `SEQUENCE:${event.changes}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `URL:${event.url}`,
    'STATUS:CONFIRMED',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    `DESCRIPTION:${escapeText(event.alarm)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** A calendar that others subscribe to. */
export interface CalendarFile {
  product: string
  name: string
  events: readonly { uid: string; start: Date; end: Date; changed: Date; summary: string }[]
}

/** The calendar as an iCalendar file with a refresh interval of ten minutes (RFC 5545, RFC 7986). */
export function writeCalendarFile({ product, name, events }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//Fleet//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT10M',
    ...events.flatMap(({ uid, start, end, changed, summary }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${utc(changed)}`,
      `DTSTART:${utc(start)}`,
      `DTEND:${utc(end)}`,
      `SUMMARY:${escapeText(summary)}`,
      'TRANSP:OPAQUE',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** `20261203T063000Z` */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escapeText(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, (character) => `\\${character}`)
      .replace(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 5545 allows none in a text
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  )
}

function fold(line: string): string {
  const parts = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      parts.push('')
      // A continued line's leading space counts towards its 75 octets.
      octets = 1
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n ')
}
