import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KEY_CODE, keyBoxEndsAt, keyBoxOpensAt, keyBoxState } from '#app/rules/reservation/check-in/key-box.ts'
import { PART_STATES, READINESS_PARTS } from '#app/rules/reservation/check-in/readiness.ts'
import { FIXED_VIEWS, PHOTO_VIEWS } from '#app/rules/reservation/protocol.ts'

const startAt = new Date('2026-12-05T06:30:00Z')
const endsAt = new Date('2026-12-05T07:30:00Z')
const READY = READINESS_PARTS.map((part) => ({ part, state: 'DONE' as const }))
const ALL = { parts: READY, views: FIXED_VIEWS, startAt, endsAt }

describe('a key box', () => {
  test('opens half an hour before the pick-up, and ends at its time', () => {
    expect(keyBoxOpensAt(startAt).toISOString()).toBe('2026-12-05T06:00:00.000Z')
    expect(keyBoxState(ALL, new Date('2026-12-05T05:59:59Z')).state).toBe('EARLY')
    expect(keyBoxState(ALL, new Date('2026-12-05T06:00:00Z')).state).toBe('OPEN')
    expect(keyBoxState(ALL, new Date('2026-12-05T07:29:59Z')).state).toBe('OPEN')
    expect(keyBoxState(ALL, endsAt).state).toBe('ENDED')
  })

  test('ends on the day after for a time before the pick-up', () => {
    const start = { date: '2026-12-05', time: '23:00' }
    expect(keyBoxEndsAt('23:30', start, 'Asia/Tehran').toISOString()).toBe('2026-12-05T20:00:00.000Z')
    expect(keyBoxEndsAt('01:00', start, 'Asia/Tehran').toISOString()).toBe('2026-12-05T21:30:00.000Z')
    expect(keyBoxEndsAt('23:00', start, 'Asia/Tehran').toISOString()).toBe('2026-12-06T19:30:00.000Z')
  })

  test.each(['IDENTITY', 'CONTRACT', 'DEPOSIT'])('stays locked without %s', (missing) => {
    const part = { IDENTITY: 'LICENCE', CONTRACT: 'CONTRACT', DEPOSIT: 'DEPOSIT' }[missing]
    for (const state of PART_STATES.filter((one) => one !== 'DONE')) {
      const parts = READY.map((one) => (one.part === part ? { ...one, state } : one))
      const found = keyBoxState({ ...ALL, parts }, startAt)
      expect(found.state).toBe('LOCKED')
      expect(found.conditions.filter(({ is_done }) => !is_done)).toEqual([{ condition: missing, is_done: false }])
    }
  })

  test('is open only in its time, with eight photos and every part done', () => {
    const states = fc.array(fc.constantFrom(...PART_STATES), { minLength: 4, maxLength: 4 })
    const minutesAround = fc.integer({ min: -120, max: 180 })
    fc.assert(
      fc.property(fc.subarray([...PHOTO_VIEWS]), states, minutesAround, (views, found, minutes) => {
        const parts = READINESS_PARTS.map((part, index) => ({ part, state: found[index] ?? 'OPEN' }))
        const now = new Date(startAt.getTime() + minutes * 60_000)
        const isOpen = keyBoxState({ ...ALL, parts, views }, now).state === 'OPEN'
        const isDone = parts.every(({ part, state }) => part === 'ARRIVAL' || state === 'DONE')
        const isTime = minutes >= -30 && minutes < 60
        expect(isOpen).toBe(isTime && isDone && FIXED_VIEWS.every((view) => views.includes(view)))
      }),
    )
  })
})

test.each([
  ['4821', true],
  ['A12*#', true],
  ['12', false],
  ['12345678901', false],
  ['48 21', false],
  ['a123', false],
  ['۴۸۲۱', false],
])('a code can be %s: %s', (code, can) => expect(KEY_CODE.test(code)).toBe(can))
