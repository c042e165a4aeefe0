import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { API_ORDER, orderViolations } from '../../scripts/checks/api-order.ts'

const importing = (from: string, to: string, isTypeOnly = false) => orderViolations([{ from, to, isTypeOnly }])
const LOWER = 'app/api/account/bans.ts'
const HIGHER = 'app/api/payments/due.ts'

describe('a room of the API', () => {
  test('imports rooms before it, and its own files', () => {
    expect(importing(HIGHER, LOWER)).toEqual([])
    expect(importing(HIGHER, 'app/api/payments/record.ts')).toEqual([])
  })

  test('imports no later room, not even a type', () => {
    expect(importing(LOWER, HIGHER)).toEqual([`${LOWER} may not import ${HIGHER}: its room comes later`])
    expect(importing(LOWER, HIGHER, true)).toHaveLength(1)
  })

  test('imports no file that assembles rooms, which itself may import any', () => {
    expect(importing(LOWER, 'app/api/finders.ts')).toHaveLength(1)
    expect(importing('app/api/app.ts', HIGHER)).toEqual([])
  })

  test('has a place in the order', () => {
    expect(importing('app/api/weather/forecast.ts', 'app/rules/constants.ts')).toEqual([
      'app/api/weather has no place in API_ORDER',
    ])
  })

  test.each(Object.keys(API_ORDER))('in the order exists: %s', (room) => {
    expect(existsSync(`app/api/${room}`)).toBe(true)
  })
})
