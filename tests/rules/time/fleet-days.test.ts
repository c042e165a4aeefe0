import { expect, test } from 'vitest'
import { fleetDays } from '#app/rules/time/fleet-calendar.ts'

const stay = (kind: string, start: string, end: string) => ({
  kind,
  start: { date: start, time: '10:00' },
  end: { date: end, time: '18:00' },
})

test('a day lists what leaves, what comes back and what is blocked, and counts offered vehicles that nothing holds', () => {
  const vehicles = [
    { id: 1, state: 'OFFERED', stays: [stay('RESERVATION', '2026-12-01', '2026-12-02')] },
    { id: 2, state: 'OFFERED', stays: [stay('BLOCK', '2026-11-20', '2026-12-02')] },
    { id: 3, state: 'OFFERED', stays: [] },
    { id: 4, state: 'PAUSED', stays: [] },
  ]
  const days = fleetDays(vehicles, { from: '2026-12-01', days: 3 })
  const shown = days.map(({ date, out, back, blocked, free }) => ({
    date,
    out: out.map(({ vehicle }) => vehicle.id),
    back: back.map(({ vehicle }) => vehicle.id),
    blocked: blocked.map(({ vehicle }) => vehicle.id),
    free,
  }))
  expect(shown).toEqual([
    { date: '2026-12-01', out: [1], back: [], blocked: [2], free: 1 },
    { date: '2026-12-02', out: [], back: [1], blocked: [2], free: 1 },
    { date: '2026-12-03', out: [], back: [], blocked: [], free: 3 },
  ])
})
