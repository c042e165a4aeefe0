import { describe, expect, test } from 'vitest'
import { openPlaces } from '#app/rules/reservation/open-places.ts'

const place = (id: number, fee: number, opens_at: string, closes_at: string) => ({
  ...{ id, name: String(id), address: '', receive_fee: fee, return_fee: fee, week: null },
  ...{ opens_at, closes_at },
})
const OFFICE = place(1, 0, '09:00', '21:00')
const AIRPORT = place(2, 5, '00:00', '00:00')
const BAZAAR = place(3, 2, '08:00', '23:00')
const at = (startTime: string, endTime: string) => ({
  ...{ start: '2026-12-01', startTime, end: '2026-12-04', endTime },
})
const chosenAt = (startTime: string, endTime: string, places = [OFFICE, AIRPORT, BAZAAR]) =>
  openPlaces(places, at(startTime, endTime))

describe('the places that are chosen before anybody did', () => {
  test('are the company’s first where it is open', () => {
    expect(chosenAt('10:00', '10:00')).toEqual({ receive: 1, return: undefined })
  })

  test('are the cheapest that is open where the first is closed', () => {
    expect(chosenAt('03:00', '03:00')).toEqual({ receive: 2, return: undefined })
    expect(chosenAt('22:00', '22:00')).toEqual({ receive: 3, return: undefined })
  })

  test('are two where the place of pick-up is closed at the return', () => {
    expect(chosenAt('10:00', '22:00')).toEqual({ receive: 1, return: 3 })
  })

  test('are the first where none is open, whose error says when it opens', () => {
    expect(chosenAt('03:00', '03:00', [OFFICE, BAZAAR])).toEqual({ receive: 1, return: undefined })
  })

  test('are none where there is none', () => {
    expect(chosenAt('10:00', '10:00', [])).toEqual({ receive: undefined, return: undefined })
  })
})
