import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { plateKey } from '#app/rules/fleet/fine.ts'
import { createBreaks } from '#app/rules/time/breaks.server.ts'
import type { FieldError } from './import-error.ts'
import { readKnown } from './known.ts'
import { newNames } from './new-names.ts'
import type { ColumnName } from './read/columns.ts'
import { readHeading } from './read/heading.ts'
import { type ReadingContext, readVehicle } from './read/read-vehicle.ts'
import { type CsvInput, type CsvRecord, readRecords, UnreadableFile } from './read/records.ts'
import type { Vehicle } from './vehicle.ts'
import { writeBatch } from './write-batch.ts'

export type FleetImport = {
  db: Kysely<DB>
  companyId: number
  csv: CsvInput
  /** The absolute path of the folder of the file's pictures; null where a file can't name pictures. */
  picturesFolder: string | null
  /** A file with more rows is refused as a whole. */
  mostRows?: number
  /** Import valid rows and skip the others. */
  skipInvalid?: boolean
  now: Date
  onProgress?: (progress: { rows: number; invalid: number }) => void
  /** What else happens in the import's transaction, before and after it writes. */
  begin?: (tx: Transaction<DB>) => Promise<void>
  end?: (tx: Transaction<DB>, report: ImportReport) => Promise<void>
  /** Roll everything back at the end: the report says what an import would do. */
  isRehearsal?: boolean
  /** Enqueues jobs for new pictures, in the import's own transaction. */
  enqueuePhotos?: (tx: Kysely<DB>, photoIds: number[]) => Promise<void>
}

export type ImportReport = {
  /** False: nothing was changed because of `fieldErrors`. */
  imported: boolean
  rows: number
  invalid: number
  created: number
  changed: number
  unchanged: number
  photos: number
  /** Models and trims that were not known before. */
  newNames: string[]
  fieldErrors: FieldError[]
}

const BATCH = 1000

/**
 * Imports a company's fleet from a CSV file (docs/fleet-import.md) in one transaction: creates or updates a listing for each
 * reference. If a row is invalid, nothing is imported, unless `skipInvalid`. Importing a file again changes nothing. Throws
 * when there is no such company. Source: *ours*.
 */
export async function importFleet(fleet: FleetImport): Promise<ImportReport> {
  const report: ImportReport = {
    imported: true,
    rows: 0,
    invalid: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    photos: 0,
    newNames: [],
    fieldErrors: [],
  }
  try {
    await fleet.db.transaction().execute((tx) => importAll(tx, fleet, report))
    return report
  } catch (error) {
    if (error instanceof UnreadableFile) {
      addInOrder(report.fieldErrors, error.at)
      // Nothing of such a file can be imported, whatever was read before.
      report.invalid = report.rows
    } else if (error instanceof Rehearsed) return { ...report, imported: false }
    else if (!(error instanceof Refused)) throw error
    return { ...report, imported: false, created: 0, changed: 0, unchanged: 0, photos: 0, newNames: [] }
  }
}

/** By line: what is wrong with the whole file comes first. */
function addInOrder(fieldErrors: FieldError[], added: FieldError) {
  fieldErrors.push(added)
  fieldErrors.sort((one, other) => one.line - other.line)
}

/** Thrown to roll back what was written before the first error. */
class Refused extends Error {}
/** Thrown to roll back what a rehearsal wrote. */
class Rehearsed extends Error {}

async function importAll(tx: Transaction<DB>, fleet: FleetImport, report: ImportReport) {
  const { companyId } = fleet
  // Concurrent imports of one company wait for each other.
  await tx.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  const known = await readKnown(tx, companyId)
  await fleet.begin?.(tx)
  const records = readRecords(fleet.csv)
  const { value: first } = await records.next()
  const { heading, fieldErrors } = readHeading(first ?? { line: 1, cells: [] })
  if (fieldErrors.length > 0) {
    report.fieldErrors.push(...fieldErrors)
    await records.return(undefined)
    throw new Refused()
  }

  const names = newNames(tx)
  const context = { heading, known, picturesFolder: fleet.picturesFolder, thisYear: fleet.now.getUTCFullYear() }
  const seen: Seen = { references: new Map(), plates: new Map() }
  for await (const batch of batchesOf(records)) {
    if (report.rows + batch.length > (fleet.mostRows ?? Number.POSITIVE_INFINITY)) {
      throw new UnreadableFile({ kind: 'too_many_rows', line: 1, most: fleet.mostRows ?? 0 })
    }
    const vehicles = await readBatch(batch, context, seen, report)
    const refused = report.invalid > 0 && !fleet.skipInvalid
    if (!refused) {
      const { created, changed, photos } = await writeBatch(tx, vehicles, { companyId, names })
      report.created += created
      report.changed += changed
      report.unchanged += vehicles.length - created - changed
      report.photos += photos.length
      if (photos.length > 0) await fleet.enqueuePhotos?.(tx, photos)
    }
    fleet.onProgress?.({ rows: report.rows, invalid: report.invalid })
  }
  report.newNames = names.made
  if (report.rows === 0) report.fieldErrors.push({ line: 1, kind: 'no_rows' })
  if (report.rows === 0 || (report.invalid > 0 && !fleet.skipInvalid)) throw new Refused()
  await fleet.end?.(tx, report)
  if (fleet.isRehearsal) throw new Rehearsed()
}

async function* batchesOf(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord[]> {
  let batch: CsvRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The valid rows of a batch; the errors of the others go into the report. */
async function readBatch(batch: CsvRecord[], context: ReadingContext, seen: Seen, report: ImportReport) {
  const vehicles: Vehicle[] = []
  const takeBreak = createBreaks()
  for (const record of batch) {
    await takeBreak()
    report.rows += 1
    const read = refuseAgain(readVehicle(record, context), context, seen)
    if (Array.isArray(read)) {
      report.invalid += 1
      report.fieldErrors.push(...read)
    } else {
      vehicles.push(read)
    }
  }
  return vehicles
}

/** The lines of the references and plates that have appeared in the file. */
type Seen = { references: Map<string, number>; plates: Map<string, number> }

/** Refuses a reference or a plate that has appeared in the file before, and a plate of another vehicle of the company. */
function refuseAgain(read: Vehicle | FieldError[], { heading, known }: ReadingContext, seen: Seen) {
  if (Array.isArray(read)) return read
  const { line } = read
  const { reference, plate } = read.columns
  const placeOf = (name: ColumnName, value: string) => {
    const at = heading.at.get(name)
    return { line, column: at?.written ?? name, number: (at?.index ?? 0) + 1, value }
  }
  const before = seen.references.get(reference)
  if (before !== undefined) {
    return [{ ...placeOf('reference', reference), kind: 'reference_again' as const, line_before: before }]
  }
  seen.references.set(reference, line)
  if (!plate) return read
  const key = plateKey(plate)
  const plateBefore = seen.plates.get(key)
  if (plateBefore !== undefined) {
    return [{ ...placeOf('plate', plate), kind: 'plate_again' as const, line_before: plateBefore }]
  }
  seen.plates.set(key, line)
  const holder = known.holderOf(key)
  return holder === undefined || holder === reference
    ? read
    : [{ ...placeOf('plate', plate), kind: 'plate_taken' as const }]
}
