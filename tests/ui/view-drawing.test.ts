import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIXED_VIEWS } from '#app/rules/reservation/protocol.ts'

test('cars and motorbikes have an outline of each fixed view', () => {
  for (const file of ['car-views.svg', 'motorbike-views.svg']) {
    const drawings = readFileSync(new URL(`../../app/features/protocol/${file}`, import.meta.url), 'utf8')
    expect([...drawings.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id).sort()).toEqual([...FIXED_VIEWS].sort())
  }
})
