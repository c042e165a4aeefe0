import { type ErrorKind, type FieldError, Unreadable } from '../import-error.ts'
import type { ColumnName } from './columns.ts'
import type { Heading } from './heading.ts'
import type { CsvRecord } from './records.ts'

/** Reads the cells of one line and collects their errors. */
export type RowReader = {
  line: number
  fieldErrors: FieldError[]
  has(name: ColumnName): boolean
  cell(name: ColumnName): string
  wrong(name: ColumnName, fieldError: ErrorKind): void
  /** The cell as `read` returns it; undefined, with an error recorded, when it is empty or `read` throws `Unreadable`. */
  need<Value>(name: ColumnName, read: (text: string) => Value): Value | undefined
  /** The same, but an empty cell gives `empty` and is no error. */
  take<Value, Empty>(name: ColumnName, empty: Empty, read: (text: string) => Value): Value | Empty | undefined
}

/** A reader for the cells of one row, by column name. */
export function readerOf({ line, cells }: CsvRecord, heading: Heading): RowReader {
  const fieldErrors: FieldError[] = []
  const cell = (name: ColumnName) => cells[heading.at.get(name)?.index ?? -1] ?? ''
  const wrong = (name: ColumnName, fieldError: ErrorKind) => {
    const at = heading.at.get(name)
    fieldErrors.push({
      ...fieldError,
      line,
      column: at?.written ?? name,
      number: at && at.index + 1,
      value: cell(name),
    })
  }
  const attempt = <Value>(name: ColumnName, read: (text: string) => Value) => {
    try {
      return read(cell(name))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      wrong(name, error.fieldError)
      return undefined
    }
  }
  return {
    line,
    fieldErrors,
    has: (name) => heading.at.has(name),
    cell,
    wrong,
    take: (name, empty, read) => (cell(name) === '' ? empty : attempt(name, read)),
    need(name, read) {
      if (cell(name) !== '') return attempt(name, read)
      wrong(name, { kind: 'required' })
      return undefined
    },
  }
}

/** Whether no value is undefined. */
export function isWhole<Parts extends object>(
  parts: Parts,
): parts is { [Part in keyof Parts]: Exclude<Parts[Part], undefined> } {
  return Object.values(parts).every((part) => part !== undefined)
}

/** The text itself. Throws `Unreadable` when it has more than `most` UTF-16 code units. */
export function atMost(text: string, most: number): string {
  if (text.length > most) throw new Unreadable({ kind: 'too_long', most })
  return text
}
