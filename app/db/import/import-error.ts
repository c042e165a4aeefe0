/** What can be wrong with a cell or with the file; `describeError` puts it into words. */
export type ErrorKind =
  | { kind: 'not_utf8' }
  | { kind: 'no_rows' }
  | { kind: 'too_many_rows'; most: number }
  | { kind: 'broken_quotes' }
  | { kind: 'unknown_column'; similar?: string }
  | { kind: 'missing_column' }
  | { kind: 'doubled_column' }
  | { kind: 'row_length'; found: number; expected: number }
  | { kind: 'required' }
  | { kind: 'too_long'; most: number }
  | { kind: 'not_a_number' }
  | { kind: 'out_of_range'; least: number; most: number }
  | { kind: 'unknown_word'; known: readonly string[] }
  | { kind: 'unknown_city' }
  | { kind: 'unknown_brand'; similar?: string }
  | { kind: 'new_name_not_latin'; needed: string }
  | { kind: 'other_category'; category: number }
  | { kind: 'price_rises'; than: string }
  | { kind: 'guarantee_needed' }
  | { kind: 'guarantee_unwanted' }
  | { kind: 'reference_again'; line_before: number }
  | { kind: 'acriss_invalid' }
  | { kind: 'acriss_unwanted' }
  | { kind: 'plate_invalid' }
  | { kind: 'plate_again'; line_before: number }
  | { kind: 'plate_taken' }
  | { kind: 'pictures_elsewhere' }
  | { kind: 'picture_missing'; path: string }
  | { kind: 'picture_outside'; path: string }
  | { kind: 'picture_type'; path: string }

/**
 * An error and its place in the file: the line as an editor counts, the column's name as the file writes it and the column's
 * number; both are absent for an error of a whole line or of the file.
 */
export type FieldError = ErrorKind & { line: number; column?: string; number?: number; value?: string }

/** Thrown by readers of cells for a value that they cannot read, and caught by the reader of the row. */
export class Unreadable extends Error {
  readonly fieldError: ErrorKind

  constructor(fieldError: ErrorKind) {
    super(fieldError.kind)
    this.fieldError = fieldError
  }
}
