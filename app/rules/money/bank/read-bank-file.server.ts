import { BANK_FILE_BYTES, type BankFile, type BankUnit, UnreadableBankFile } from './bank-line.ts'
import { readBankCsv } from './read-bank-csv.server.ts'
import { readCamt } from './read-camt.server.ts'
import { readMt940 } from './read-mt940.ts'

/**
 * A bank's statement, whose format it shows by its first characters.
 * @param unit in which a file writes amounts that names no currency
 * Throws `UnreadableBankFile`.
 */
export function readBankFile(bytes: Uint8Array, unit: BankUnit): BankFile {
  if (bytes.length > BANK_FILE_BYTES) throw new UnreadableBankFile('bank_file_size')
  const text = textOf(bytes).trim()
  if (text === '') throw new UnreadableBankFile('bank_file_empty')
  if (text.startsWith('<')) return readCamt(text)
  if (/^(\{1:|:20:|:25:)/.test(text) || /^:61:/m.test(text)) return readMt940(text)
  return readBankCsv(text, unit)
}

/** Banks write UTF-8 or, older ones, Windows-1252. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes)
    throw error
  }
}
