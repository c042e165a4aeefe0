import { sortPricesOf } from '#app/db/prices/sort-prices.ts'
import { CATEGORY, LANGUAGES } from '#app/rules/constants.ts'
import { isAcriss } from '#app/rules/fleet/acriss.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { artworkKey, BODY_TYPES } from '#app/rules/text/picture.ts'
import { type FieldError, Unreadable } from '../import-error.ts'
import type { Known } from '../known.ts'
import { readPictures } from '../pictures.ts'
import type { Vehicle } from '../vehicle.ts'
import type { Heading } from './heading.ts'
import { readWhole, readYear } from './numbers.ts'
import { readMake } from './read-make.ts'
import { readPrices, readTerms } from './read-prices.ts'
import type { CsvRecord } from './records.ts'
import { atMost, isWhole, type RowReader, readerOf } from './row.ts'
import { COLOURS, FUEL_RULES, FUELS, GEARBOXES, PROPERTIES, readWord, YES_NO } from './words.ts'

export type ReadingContext = { heading: Heading; known: Known; picturesFolder: string | null; thisYear: number }

/** Separates the items of a cell. */
const LIST = /[;|،؛\n]/
const LONGEST_REFERENCE = 60
const LONGEST_ABOUT = 2000
/** Of any column: names of pictures, with room. What is longer is not looked at, which could take seconds. */
const LONGEST_CELL = 5000

/** Reads a row as a vehicle, or returns all its errors. */
export function readVehicle(record: CsvRecord, context: ReadingContext): Vehicle | FieldError[] {
  const { heading, known } = context
  const { line, cells } = record
  if (cells.length !== heading.width) {
    return [{ line, kind: 'row_length', found: cells.length, expected: heading.width }]
  }
  const row = readerOf(record, heading)
  for (const [name, { index }] of heading.at)
    if ((cells[index]?.length ?? 0) > LONGEST_CELL) row.wrong(name, { kind: 'too_long', most: LONGEST_CELL })
  if (row.fieldErrors.length > 0) return row.fieldErrors
  const make = readMake(row, known)
  const prices = readPrices(row, known)
  const facts = { ...readPlace(row, known), ...readFacts(row, context.thisYear), ...readTerms(row, known) }
  const rules = readRules(row, make.category === CATEGORY.MOTOR)
  const about = readAbout(row)
  const plate = row.take('plate', null, readPlate)
  const acriss = row.take('acriss', null, (text) => readAcriss(text, make.category))
  const pictures = row.take('pictures', [], (text) => readPictures(text.split(LIST), context.picturesFolder))
  if (row.fieldErrors.length > 0 || !isWhole(make) || !isWhole(prices) || !isWhole(facts) || !isWhole(rules))
    return row.fieldErrors

  const { brand, model, trim, type, category } = make
  const body = BODY_TYPES.find((slug) => slug === type.slug) ?? 'sedan'
  return {
    line,
    brand,
    model,
    trim,
    type,
    pictures: row.has('pictures') ? pictures : undefined,
    columns: {
      ...facts,
      ...rules,
      ...prices,
      ...sortPricesOf(prices, known.company.irtPerUnit, known.company.currency === 'EUR' ? 100 : 1),
      category,
      brand_id: brand.id,
      type_id: type.id,
      drawing: artworkKey(body, facts.colour),
      about,
      ...(row.has('plate') && { plate: plate ?? null }),
      ...(row.has('acriss') && { acriss: acriss ?? null }),
    },
  }
}

function readPlace(row: RowReader, known: Known) {
  return {
    reference: row.need('reference', (text) => atMost(text, LONGEST_REFERENCE)),
    city_id: row.take('city', known.company.city, (text) => {
      const city = known.cityOf(text)
      if (city === undefined) throw new Unreadable({ kind: 'unknown_city' })
      return city
    }),
  }
}

/** In the form of the desk's own fields. */
function readPlate(text: string): string {
  const plate = toLatinDigits(text)
  if (!/^[\p{L}\p{N} -]{2,20}$/u.test(plate)) throw new Unreadable({ kind: 'plate_invalid' })
  return plate
}

/** The company's own ACRISS code of a car. */
function readAcriss(text: string, category: number | undefined): string {
  const code = text.toUpperCase()
  if (!isAcriss(code)) throw new Unreadable({ kind: 'acriss_invalid' })
  if (category === CATEGORY.MOTOR) throw new Unreadable({ kind: 'acriss_unwanted' })
  return code
}

function readFacts(row: RowReader, thisYear: number) {
  return {
    colour: row.need('colour', (text) => readWord(COLOURS, text)),
    year: row.need('year', (text) => readYear(text, thisYear)),
    gearbox: row.need('gearbox', (text) => readWord(GEARBOXES, text)),
    fuel: row.need('fuel', (text) => readWord(FUELS, text)),
    engine_cc: row.take('engine_cc', null, whole(1, 20_000)),
    seats: row.need('seats', whole(1, 60)),
    load_capacity: row.take('load_capacity', 0, whole(0, 60)),
    properties: row.take('properties', [], readProperties),
  }
}

function readRules(row: RowReader, motor: boolean) {
  return {
    fuel_rule: row.take('fuel_rule', 'FULL_TO_FULL', (text) => readWord(FUEL_RULES, text)),
    mileage_per_day: row.take('mileage_per_day', null, whole(1, 5000)),
    min_driver_age: row.take('min_driver_age', motor ? 18 : 21, whole(16, 99)),
    min_licence_years: row.take('min_licence_years', 1, whole(0, 60)),
    status: row.take('on_offer', 1, (text) => (readWord(YES_NO, text) === 'yes' ? 1 : 0)),
  }
}

function readProperties(text: string): string[] {
  const names = text.split(LIST).filter((name) => name.trim() !== '')
  return [...new Set(names.map((name) => readWord(PROPERTIES, name)))]
}

/** The description in the languages of the row; null when it has none. */
function readAbout(row: RowReader): Record<string, string> | null {
  const written = LANGUAGES.flatMap((language) => {
    const text = row.take(`about_${language}`, '', (about) => atMost(about, LONGEST_ABOUT))
    return text ? [[language, text] as const] : []
  })
  return written.length > 0 ? Object.fromEntries(written) : null
}

function whole(least: number, most: number) {
  return (text: string) => readWhole(text, least, most)
}
