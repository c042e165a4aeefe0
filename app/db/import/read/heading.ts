import { similarTo } from '#app/rules/text/similar.ts'
import type { FieldError } from '../import-error.ts'
import { COLUMN_NAMES, type ColumnName, columnOf, REQUIRED_COLUMNS } from './columns.ts'
import type { CsvRecord } from './records.ts'

/** The most columns that are looked at, several times as many as there are. */
const MOST_COLUMNS = 100

/** The index of each column in the file and its heading there; `width` is the number of columns. */
export type Heading = { width: number; at: Map<ColumnName, { index: number; written: string }> }

/** Reads the first line; with errors in it, the rest of the file cannot be read. */
export function readHeading({ line, cells }: CsvRecord): { heading: Heading; fieldErrors: FieldError[] } {
  const fieldErrors: FieldError[] = []
  const heading: Heading = { width: cells.length, at: new Map() }
  cells.slice(0, MOST_COLUMNS).forEach((written, index) => {
    const place = { line, column: written, number: index + 1 }
    const name = columnOf(written)
    if (!name) fieldErrors.push({ ...place, kind: 'unknown_column', similar: similarTo(written, COLUMN_NAMES) })
    else if (heading.at.has(name)) fieldErrors.push({ ...place, kind: 'doubled_column' })
    else heading.at.set(name, { index, written })
  })
  for (const name of REQUIRED_COLUMNS) {
    if (!heading.at.has(name)) fieldErrors.push({ line, column: name, kind: 'missing_column' })
  }
  return { heading, fieldErrors }
}
