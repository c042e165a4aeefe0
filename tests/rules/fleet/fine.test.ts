import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fleetHistory,
  isChargeable,
  matchFine,
  type PlateTime,
  plateKey,
  type RentalTime,
} from '#app/rules/fleet/fine.ts'
import { ownTime } from '../../support/own-time.ts'

const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 5, day, hour))
const plates: PlateTime[] = [
  { ad: 1, plate: '۱۲ ب ۳۴۵ ایران ۹۹', from: null, until: at(10) },
  { ad: 1, plate: '36291', from: at(10), until: null },
  { ad: 2, plate: '12 ب 345 ایران 99', from: at(20), until: null },
]
const rentals: RentalTime[] = [
  { reservation: 'a', ad: 1, out: at(5), back: at(8) },
  { reservation: 'b', ad: 1, out: at(12), back: at(15) },
  { reservation: 'c', ad: 1, out: at(15, 14), back: null },
  { reservation: 'd', ad: 2, out: at(21), back: at(22) },
]
const match = (plate: string, time: Date) => matchFine({ plate, at: time }, fleetHistory(plates, rentals))

describe('a plate', () => {
  test.each([
    ['۱۲ ب ۳۴۵ ایران ۹۹', '12ب34599'],
    ['12ب345-99', '12ب34599'],
    ['34 abc 123', '34ABC123'],
    ['٣٦٢٩١ كيش', '36291کیش'],
    ['ایران', ''],
    ['—', ''],
  ])('%s is compared as %s', (plate, key) => {
    expect(plateKey(plate)).toBe(key)
  })
})

describe('a notice is of the rental under way', () => {
  test('by the plate that the vehicle had then, however it is written', () => {
    expect(match('12 ب 345 99', at(6))).toEqual({ match: 'FOUND', ad: 1, reservation: 'a' })
    expect(match('12 ب 345 99', at(21, 13))).toEqual({ match: 'FOUND', ad: 2, reservation: 'd' })
    expect(match('۳۶۲۹۱', at(13))).toEqual({ match: 'FOUND', ad: 1, reservation: 'b' })
  })

  test('also in its first and its last minute, and while the vehicle is still out', () => {
    expect(match('36291', at(12))).toMatchObject({ reservation: 'b' })
    expect(match('36291', at(15))).toMatchObject({ reservation: 'b' })
    expect(match('36291', at(30))).toMatchObject({ reservation: 'c' })
  })

  test('and of nobody between two rentals, with a plate of another time, or an unknown one', () => {
    expect(match('36291', at(15, 13))).toEqual({ match: 'BETWEEN', ad: 1 })
    expect(match('36291', at(6))).toEqual({ match: 'UNKNOWN_PLATE' })
    expect(match('12 ب 345 99', at(15))).toEqual({ match: 'UNKNOWN_PLATE' })
    expect(match('11223', at(13))).toEqual({ match: 'UNKNOWN_PLATE' })
    expect(match('', at(13))).toEqual({ match: 'UNKNOWN_PLATE' })
  })

  test('two rentals of vehicles with one plate are left to people', () => {
    const twice = [...plates, { ad: 3, plate: '36291', from: null, until: null }]
    const more = [...rentals, { reservation: 'e', ad: 3, out: at(13), back: at(14) }]
    expect(matchFine({ plate: '36291', at: at(13, 20) }, fleetHistory(twice, more))).toEqual({
      match: 'SEVERAL',
    })
  })
})

test('as one reads the records of a fleet by hand', () => {
  const minute = fc.integer({ min: 0, max: 400 })
  const fleet = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), minute, fc.integer({ min: 1, max: 60 })), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(fleet, minute, fc.integer({ min: 1, max: 4 }), (all, when, ad) => {
      const time = (minutes: number) => new Date(minutes * 60_000)
      const own = all.map(([of, from, length], index) => ({
        ...{ reservation: String(index), ad: of, out: time(from), back: time(from + length) },
      }))
      const known = [1, 2, 3].map((one) => ({ ad: one, plate: `P${one}`, from: null, until: null }))
      const found = matchFine({ plate: `p ${ad}`, at: time(when) }, fleetHistory(known, own))
      const under = all.filter(([of, from, length]) => of === ad && when >= from && when <= from + length).length
      const expected = ad === 4 ? 'UNKNOWN_PLATE' : under === 0 ? 'BETWEEN' : under === 1 ? 'FOUND' : 'SEVERAL'
      expect(found.match).toBe(expected)
    }),
  )
})

test('a customer is asked within a year', () => {
  expect(isChargeable({ at: at(1), now: new Date(Date.UTC(2027, 5, 1)) })).toBe(true)
  expect(isChargeable({ at: at(1), now: new Date(Date.UTC(2027, 5, 2)) })).toBe(false)
})

test('500 notices of a large fleet do not hold up other people', async () => {
  const fleet = Array.from({ length: 1000 }, (_, ad) => ({ ad, plate: `${ad} ب ۱۱۱`, from: null, until: null }))
  const rented = fleet.flatMap(({ ad }) =>
    Array.from({ length: 20 }, (_, n) => ({ ad, reservation: `${ad} ${n}`, out: at(1 + n, 1), back: at(1 + n, 20) })),
  )
  const notices = Array.from({ length: 500 }, (_, n) => ({ plate: `${n * 2}ب111`, at: at(9) }))
  const took = await ownTime(() => {
    const history = fleetHistory(fleet, rented)
    const found = notices.map((notice) => matchFine(notice, history).match)
    expect(new Set(found)).toEqual(new Set(['FOUND']))
  })
  expect(took).toBeLessThan(50)
})
