import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALENDAR_NAMES } from '#app/i18n/format/calendar-names.ts'
import { formatDate, formatInstant, formatRange, formatTime, monthNames, weekdayNames } from '#app/i18n/format/dates.ts'
import { LANGUAGES, type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays, parseDate } from '#app/rules/time/calendar-date.ts'

const day = '2026-12-03'
type Range = Parameters<typeof formatRange>[0]

describe('dates', () => {
  it.each([
    ['fa', '۱۲ آذر', '۱۲ آذر ۱۴۰۵', 'پنجشنبه ۱۲ آذر', 'پنجشنبه ۱۲ آذر ۱۴۰۵', 'آذر ۱۴۰۵', '۱۴۰۵/۹/۱۲'],
    ['en', '3 Dec', '3 December 2026', 'Thu 3 Dec', 'Thursday 3 December 2026', 'December 2026', '2026-12-03'],
    ['ar', '٣ ديسمبر', '٣ ديسمبر ٢٠٢٦', 'الخميس، ٣ ديسمبر', 'الخميس، ٣ ديسمبر ٢٠٢٦', 'ديسمبر ٢٠٢٦', '٢٠٢٦/١٢/٠٣'],
    ['tr', '3 Ara', '3 Aralık 2026', '3 Ara Per', '3 Aralık 2026 Perşembe', 'Aralık 2026', '2026-12-03'],
    ['de', '3. Dez.', '3. Dezember 2026', 'Do, 3. Dez.', 'Donnerstag, 3. Dezember 2026', 'Dezember 2026', '2026-12-03'],
  ] as const)('in %s', (language, ...written) => {
    const styles = ['short', 'long', 'weekday', 'full', 'month', 'numeric'] as const
    expect(styles.map((style) => formatDate(day, language, style).replaceAll('\u00a0', ' '))).toEqual(written)
  })

  it('an instant is shown in the time zone of its place and the page’s calendar', () => {
    const instant = new Date('2026-12-02T21:30:00Z')
    expect(formatInstant(instant, 'Asia/Tehran', 'fa', 'weekday')).toBe('پنجشنبه ۱۲\u00a0آذر، ۰۱:۰۰')
    expect(formatInstant(instant, 'Europe/Berlin', 'en', 'weekday')).toBe('Wed 2\u00a0Dec, 22:30')
    expect(formatTime('10:30', 'ar')).toBe('١٠:٣٠')
  })

  it('a day and its month stay on one line', () => {
    for (const language of LANGUAGES)
      for (const style of ['short', 'day', 'long', 'weekday', 'full'] as const)
        expect(formatDate(day, language, style), `${language} ${style}`).toMatch(/(3\.?|۱۲|٣)\u00a0\p{L}/u)
  })

  it('a range has one style, and its year once where both ends share it', () => {
    const ends = (start: string, end: string, language: Language) => {
      const range = formatRange({ start, end } as Range, language)
      return `${range.start} – ${range.end}`.replaceAll('\u00a0', ' ')
    }
    expect(ends('2026-12-20', '2026-12-27', 'de')).toBe('20. Dezember – 27. Dezember 2026')
    expect(ends('2026-12-27', '2027-01-03', 'en')).toBe('27 December 2026 – 3 January 2027')
    expect(ends('2026-12-27', '2027-01-03', 'fa')).toBe('۶ دی – ۱۳ دی ۱۴۰۵')
  })

  it('a numeric date can be typed back in', () => {
    const date = fc.integer({ min: 0, max: 69_000 }).map((days) => addDays('1921-03-21', days))
    fc.assert(
      fc.property(date, fc.constantFrom(...LANGUAGES), (iso, language) => {
        const read = parseDate(formatDate(iso, language, 'numeric'), { calendar: 'gregorian', today: day })
        expect(read).toEqual({ ok: true, date: iso })
      }),
    )
  })

  it('months and days have the names that Intl has', () => {
    for (const language of LANGUAGES) {
      const calendar = language === 'fa' ? 'persian' : 'gregory'
      const intl = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(LOCALE_TAGS[language], { ...options, calendar, timeZone: 'UTC' })
      const firstMonth = language === 'fa' ? 3 : 0
      expect(monthNames(language)).toEqual(
        monthNames(language).map((_, index) => intl({ month: 'long' }).format(Date.UTC(2026, firstMonth + index, 5))),
      )
      expect(CALENDAR_NAMES[language].days).toEqual(
        CALENDAR_NAMES[language].days.map((_, index) =>
          intl({ weekday: 'long' }).format(Date.UTC(2026, 10, 1 + index)),
        ),
      )
      expect(CALENDAR_NAMES[language].shortMonths).toHaveLength(12)
      expect(new Set(CALENDAR_NAMES[language].shortDays).size).toBe(7)
    }
  })

  it('the week begins on Saturday in Persian, on Sunday in Arabic, and otherwise on Monday', () => {
    expect(LANGUAGES.map((language) => weekdayNames(language)[0]?.long)).toEqual([
      'شنبه',
      'Monday',
      'الأحد',
      'Pazartesi',
      'Montag',
    ])
    expect(weekdayNames('en').map(({ narrow }) => narrow)).toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'])
    expect(weekdayNames('fa').map(({ weekday }) => weekday)).toEqual([6, 0, 1, 2, 3, 4, 5])
  })
})
