import { expect, test } from 'vitest'
import { daylightHours } from '#app/rules/time/daylight.ts'
import { seasonsIn } from '#app/rules/time/driving-seasons.ts'

const KISH = { country: 'IR', latitude: 26.5 }
const TABRIZ = { country: 'IR', latitude: 38.1 }
const BERLIN = { country: 'DE', latitude: 52.5 }

test.each([
  ['Kish in March has Nowruz and mild weather', KISH, '2027-03-01', '2027-03-31', ['nowruz', 'mild']],
  ['Kish in Farvardin has Nowruz', KISH, '2027-03-21', '2027-04-20', ['nowruz']],
  ['two days of Nowruz in April are not said', TABRIZ, '2027-04-01', '2027-04-30', []],
  ['the Gulf is hot in August', KISH, '2027-08-01', '2027-08-31', ['heat']],
  ['mountains have snow over the end of the year', TABRIZ, '2027-01-01', '2027-01-31', ['chains']],
  ['winter tyres belong to January as to December', BERLIN, '2027-01-01', '2027-01-31', ['winterTyres']],
  ['winter tyres belong to December', BERLIN, '2026-12-01', '2026-12-31', ['winterTyres']],
  ['nothing is said of May in Berlin', BERLIN, '2027-05-01', '2027-05-31', []],
] as const)('%s', (_, place, first, last, seasons) => {
  expect(seasonsIn(place, { first, last })).toEqual(seasons)
})

test.each([
  ['at an equinox day and night are equal, but for the air', 35.7, '2027-03-20', 12.1],
  ['Berlin in June', 52.5, '2027-06-21', 16.8],
  ['Berlin in December', 52.5, '2026-12-21', 7.65],
  ['Kish in December', 26.5, '2026-12-21', 10.5],
  ['beyond the polar circle in June', 70, '2027-06-21', 24],
] as const)('daylight: %s', (_, latitude, date, hours) => {
  expect(daylightHours(latitude, date)).toBeCloseTo(hours, 0)
  expect(Math.abs(daylightHours(latitude, date) - hours)).toBeLessThan(0.15)
})
