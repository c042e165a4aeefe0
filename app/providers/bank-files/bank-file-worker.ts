import { parentPort } from 'node:worker_threads'
import { type BankUnit, UnreadableBankFile } from '#app/rules/money/bank/bank-line.ts'
import { readBankFile } from '#app/rules/money/bank/read-bank-file.server.ts'

/** The thread that reads statements of banks: `bank-file-reader.ts` starts it, sends it one at a time, and ends it. */
parentPort?.on('message', ({ bytes, unit }: { bytes: Uint8Array; unit: BankUnit }) => {
  parentPort?.postMessage(answerTo(bytes, unit))
})
parentPort?.postMessage('ready')

function answerTo(bytes: Uint8Array, unit: BankUnit) {
  try {
    return { read: readBankFile(bytes, unit) }
  } catch (error) {
    if (error instanceof UnreadableBankFile) return { key: error.key, line: error.line }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
