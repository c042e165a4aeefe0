import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DRAWING, DRAWING_MAX } from '#app/rules/reservation/contract-text.ts'
import { drawingOf } from '#app/rules/reservation/drawn-signature.ts'

test('is a path of lines, in whole points of its box', () => {
  expect(drawingOf([])).toBe('')
  expect(drawingOf([[], [{ x: 10.4, y: 20.6 }]])).toBe('M10 21')
  const lines = [
    [
      { x: -5, y: 0 },
      { x: 1, y: 1 },
      { x: 700, y: 300 },
    ],
    [{ x: 1, y: 2 }],
  ]
  expect(drawingOf(lines)).toBe('M0 0L600 200M1 2')
})

test('is always one that can be kept, however much is drawn', () => {
  const point = fc.record({ x: fc.double({ min: -900, max: 900 }), y: fc.double({ min: -900, max: 900 }) })
  fc.assert(
    fc.property(fc.array(fc.array(point, { maxLength: 300 }), { maxLength: 30 }), (lines) => {
      const path = drawingOf(lines)
      expect(path.length).toBeLessThanOrEqual(DRAWING_MAX)
      expect(path === '' || DRAWING.test(path)).toBe(true)
    }),
  )
  const long = Array.from({ length: 9000 }, (_, index) => ({ x: (index * 37) % 600, y: (index * 53) % 200 }))
  const path = drawingOf([long])
  expect(path.length).toBeGreaterThan(DRAWING_MAX - 9)
  expect(DRAWING.test(path)).toBe(true)
})
