import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { type FieldError, Unreadable } from '../import-error.ts'

/** A line of the file: its cells as written, and the line's number as an editor counts. */
export type CsvRecord = { line: number; cells: string[] }

/** The whole file, or a stream of it. */
export type CsvInput = Uint8Array | AsyncIterable<Uint8Array>

const DELIMITERS = [',', ';', '\t']
/** Rows of another length than the heading cost the parser 0.1 ms each, and this is a hundred of them. */
const PIECE_BYTES = 500
/** How much of the file is looked at for its delimiter: more than any heading has. */
const MOST_HEADING = 10_000

/**
 * The records of a CSV file in UTF-8, with or without byte order mark, separated by comma, semicolon or tab (whatever
 * its heading uses most). Empty lines are skipped. Throws `UnreadableFile` with the line for text that is not CSV or not UTF-8.
 */
export async function* readRecords(input: CsvInput): AsyncGenerator<CsvRecord> {
  const text = decode(input instanceof Uint8Array ? one(input) : input)
  const { heading, all } = await peekHeading(text)
  const delimiter = mostUsed(heading)
  const parser = parse({ delimiter, relax_column_count: true, skip_empty_lines: true, info: true, trim: true })
  const source = Readable.from(all)
  // The loop below then throws an error of the source.
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedRecord>) {
      const within = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
      if (record.some((cell) => cell !== '')) yield { line: info.lines - within, cells: record }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile({ kind: 'broken_quotes', line: Number(error.lines ?? 1) })
    throw error
  } finally {
    source.destroy()
  }
}

type ParsedRecord = { record: string[]; info: { lines: number } }

/** The rest of the file cannot be read. */
export class UnreadableFile extends Unreadable {
  readonly at: FieldError

  constructor(fieldError: FieldError) {
    super(fieldError)
    this.at = fieldError
  }
}

/** In pieces, so that others of the process have their turn between them. */
async function* one(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
    await nextTurn()
  }
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lines = 1
  try {
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true })
      lines += text.split('\n').length - 1
      yield text
    }
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnreadableFile({ kind: 'not_utf8', line: lines })
  }
}

async function peekHeading(text: AsyncGenerator<string>) {
  let heading = ''
  while (!heading.includes('\n') && heading.length < MOST_HEADING) {
    const { value, done } = await text.next()
    if (done) break
    heading += value
  }
  async function* all() {
    yield heading
    yield* text
  }
  return { heading: heading.split('\n', 1)[0] ?? '', all: all() }
}

function mostUsed(heading: string): string {
  const uses = (delimiter: string) => heading.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (uses(delimiter) > uses(best) ? delimiter : best))
}
