import { brotliCompressSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { calendarRows } from '#app/routes/desk/calendar/calendar-rows.tsx'
import { addDays } from '#app/rules/time/calendar-date.ts'

const VEHICLES = 200
const DAYS = 30
const FROM = '2026-12-01'
/** A part of the page's budget, which leaves room for bar, menus and styles. */
const BYTES = 45_000

const NAMES = ['سارا محمدی', 'Johannes Falk', 'نیلوفر رستگار', 'Elif Demir', 'حمید دلاور', 'Anna Weber']
const STATUSES = ['CONFIRMED', 'ACTIVE', 'AWAITING_CONFIRMATION', 'COMPLETED'] as const

test.each(['fa', 'en'] as const)('200 vehicles and 30 days fit into a page’s budget (%s)', (language) => {
  // A different id for each: real ids are random and cannot be compressed.
  let seed = 1
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed
  }
  const id = () => Array.from({ length: 22 }, () => (random() % 36).toString(36)).join('')
  const vehicles = Array.from({ length: VEHICLES }, (_, vehicle) => ({
    id: 1000 + vehicle,
    title: `کیا سراتو ${vehicle % 17}`,
    plate: `${10_000 + (random() % 80_000)} کیش`,
    state: 'OFFERED',
    stays: Array.from({ length: 4 }, (_, stay) => {
      const start = addDays(FROM, stay * 7 + (random() % 3))
      const end = addDays(start, 2 + (random() % 3))
      return {
        kind: stay === 3 ? ('BLOCK' as const) : ('RESERVATION' as const),
        id: stay === 3 ? String(random() % 90_000) : id(),
        purpose: null,
        label: NAMES[random() % NAMES.length] ?? null,
        status: stay === 3 ? null : (STATUSES[random() % STATUSES.length] ?? null),
        ...{ is_late: random() % 20 === 0, is_imported: false },
        ...{ start_date: start, start_time: '10:00', end_date: end, end_time: '10:00', free_from: `${end}T10:30` },
      }
    }),
  }))
  const [t, words] = [textFor(language, 'calendar'), textFor(language, 'voucher')]
  const rows = calendarRows({ vehicles, from: FROM, days: DAYS, nextSlot: `${FROM}T00:30`, language, t, words })
  const html = renderToString(createElement('tbody', null, rows))
  expect(html.match(/<tr>/g)).toHaveLength(VEHICLES)
  expect(brotliCompressSync(html).length).toBeLessThan(BYTES)
})
