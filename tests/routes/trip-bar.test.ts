import { expect, test } from 'vitest'
import { tripOfBar } from '#app/routes/home/trip-bar.tsx'

const NOW = new Date('2026-11-24T08:00:00Z')
type Trip = Parameters<typeof tripOfBar>[0][number]
const trip = (id: string, status: Trip['status'], start_date: string) =>
  ({
    ...{ id, status, start_date, start_time: '10:00', end_date: '2026-12-20', end_time: '12:00' },
    ad: { title: `Kia ${id}` },
  }) as Trip

test('the trip under way comes before one that begins sooner', () => {
  const trips = [trip('next', 'CONFIRMED', '2026-11-25'), trip('out', 'ACTIVE', '2026-11-20')]
  expect(tripOfBar(trips, NOW)).toEqual({
    ...{ id: 'out', vehicle: 'Kia out', next: 'return', date: '2026-12-20', time: '12:00' },
  })
})

test('a confirmed trip is shown in the week before it begins', () => {
  expect(tripOfBar([trip('next', 'CONFIRMED', '2026-12-01')], NOW)).toMatchObject({ id: 'next', next: 'pickUp' })
  expect(tripOfBar([trip('next', 'CONFIRMED', '2026-12-02')], NOW)).toBeUndefined()
})

test('one that is not confirmed is no trip yet', () => {
  expect(tripOfBar([trip('held', 'AWAITING_PAYMENT', '2026-11-25')], NOW)).toBeUndefined()
})
