import { describe, expect, it } from 'vitest'
import { HOLIDAY_KEYS, holidaysOf, holidayYear, isByMoon } from '#app/rules/time/holidays.ts'

const days = (country: string, year: number) =>
  Object.fromEntries(holidaysOf(country, year).map(({ key, starts_on }) => [key, starts_on]))

describe('public holidays', () => {
  // Compared with the official calendars of those years.
  it('of Iran follow the sun and the moon', () => {
    expect(days('IR', 1404)).toMatchObject({
      nowruz: '2025-03-21',
      nature: '2025-04-02',
      khomeini: '2025-06-04',
      adha: '2025-06-07',
      ashura: '2025-07-06',
      bahman: '2026-02-11',
    })
    expect(holidaysOf('IR', 1404).find(({ key }) => key === 'nowruz')?.ends_on).toBe('2025-03-24')
  })

  it('of Turkey and the Emirates follow the moon', () => {
    expect(days('TR', 2026)).toMatchObject({ republic: '2026-10-29', fitr: '2026-03-20', adha: '2026-05-27' })
    expect(days('AE', 2026)).toMatchObject({ unionDay: '2026-12-02', fitr: '2026-03-20', arafah: '2026-05-26' })
  })

  it('of Germany follow Easter', () => {
    expect(days('DE', 2026)).toEqual({
      newYear: '2026-01-01',
      goodFriday: '2026-04-03',
      easterMonday: '2026-04-06',
      labour: '2026-05-01',
      ascension: '2026-05-14',
      whitMonday: '2026-05-25',
      unity: '2026-10-03',
      christmas: '2026-12-25',
    })
    expect(days('DE', 2025).easterMonday).toBe('2025-04-21')
  })

  it('are sorted, say which depend on the moon, and are empty for a country without a list', () => {
    const all = holidaysOf('IR', 1405)
    expect(all.map(({ starts_on }) => starts_on)).toEqual(all.map(({ starts_on }) => starts_on).sort())
    expect([isByMoon('IR', 'ashura'), isByMoon('IR', 'nowruz')]).toEqual([true, false])
    expect(all.every(({ key }) => HOLIDAY_KEYS.includes(key))).toBe(true)
    expect([holidaysOf('FR', 2026), holidayYear('FR', '2026-01-01'), holidayYear('IR', '2026-01-01')]).toEqual([
      [],
      undefined,
      1404,
    ])
  })
})
