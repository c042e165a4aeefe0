import pg from 'pg'

// pg names no array types
const TEXT_ARRAY: number = 1009
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231

/**
 * How PostgreSQL's values arrive in JavaScript: int8 and numeric as numbers, date as its ISO text (a day is not an instant),
 * everything else as pg does it (timestamptz as a Date). For the `types` option of a pool or client; nothing global.
 */
export const parsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : OWN[oid]
    return own ?? pg.types.getTypeParser(oid, format)
  },
}

const OWN: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: wholeNumber,
  [pg.types.builtins.NUMERIC]: decimalNumber,
  [pg.types.builtins.DATE]: (text) => text,
  [INT8_ARRAY]: (text) => listOf(text, wholeNumber),
  [NUMERIC_ARRAY]: (text) => listOf(text, decimalNumber),
  [DATE_ARRAY]: (text) => listOf(text, (day) => day),
}

function listOf<Item>(text: string, parse: (item: string) => Item): (Item | null)[] {
  const items: (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY)(text)
  return items.map((item) => (item === null ? null : parse(item)))
}

/** Throws for integers that are not safe, whose last digits would silently change. Counts and money are always safe ones. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} from the database is beyond what a number holds exactly`)
}

/** A decimal becomes the nearest number; its whole part must still be exact. */
function decimalNumber(text: string): number {
  const value = Number(text)
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  throw new RangeError(`${text} from the database is beyond what a number holds exactly`)
}
