import { expect, test } from 'vitest'
import { landIn, type Point, readLines, simplify } from '../../scripts/pictures/coast-lines.ts'

const REGION = { west: 0, south: 0, east: 2, north: 2 }
const areaOf = (ring: Point[]) =>
  ring.reduce((sum, [x, y], at) => {
    const [lastX, lastY] = ring.at(at - 1)!
    return sum + (lastX * y - x * lastY) / 2
  }, 0)

test('the lines of `gmt coast` are read with what stands above each', () => {
  const printed = '# comment\n> Shore Bin # 1, Level 1\n29\t41.24\n28.5\t41.4\n> Shore Bin # 2, Level 2\n1\t-2\n'
  expect(readLines(printed)).toEqual([
    [
      [29, 41.24],
      [28.5, 41.4],
    ],
    [[1, -2]],
  ])
})

test('a coast that crosses the region has the land to its left', () => {
  const eastward: Point[] = [
    [-1, 0.5],
    [3, 0.5],
  ]
  const [north, ...more] = landIn(REGION, [eastward], true)
  expect(more).toEqual([])
  expect(areaOf(north!)).toBeCloseTo(3)
  const [south] = landIn(REGION, [eastward.toReversed()], true)
  expect(areaOf(south!)).toBeCloseTo(1)
})

test('an island whose outline comes in two parts is one ring, and a lake runs the other way', () => {
  const left: Point[] = [
    [1, 1.5],
    [0.5, 1],
    [1, 0.5],
  ]
  const right: Point[] = [
    [1, 0.5],
    [1.5, 1],
    [1, 1.5],
  ]
  const [island, ...more] = landIn(REGION, [left, right], false)
  expect(more).toEqual([])
  expect(areaOf(island!)).toBeCloseTo(0.5)
  const lake: Point[] = [...right.toReversed(), ...left.toReversed().slice(1)]
  expect(landIn(REGION, [lake], true).map(areaOf)).toEqual([expect.closeTo(4), expect.closeTo(-0.5)])
})

test('a region without any line is land or sea as a whole', () => {
  expect(landIn(REGION, [], true).map(areaOf)).toEqual([4])
  expect(landIn(REGION, [], false)).toEqual([])
})

test('points near the line between their neighbours are left out', () => {
  const line: Point[] = [
    [0, 0],
    [1, 0.0001],
    [2, 0],
    [2, 1],
  ]
  expect(simplify(line, 40)).toEqual([
    [0, 0],
    [2, 0],
    [2, 1],
  ])
  expect(simplify(line, 5)).toEqual(line)
})
