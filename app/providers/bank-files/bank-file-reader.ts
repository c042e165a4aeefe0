import { createRequire } from 'node:module'
import { createThread } from '#app/providers/threads/thread.ts'
import { type BankFile, type BankUnit, UnreadableBankFile } from '#app/rules/money/bank/bank-line.ts'

/** Reads a bank's statement in a thread of its own. Throws `UnreadableBankFile`. */
export type BankFileReader = {
  read: (bytes: Uint8Array, unit: BankUnit) => Promise<BankFile>
  close: () => Promise<void>
}

type Question = { bytes: Uint8Array; unit: BankUnit }
type Answer = { read: BankFile } | { key: string; line: number | undefined } | { failure: string }

const WITHIN_MS = 15_000
const MEMORY_MB = 256
/** By its name in the sources, because the server's bundle is in another folder. */
const WORKER = createRequire(import.meta.url).resolve('#app/providers/bank-files/bank-file-worker.ts')

/** Reads statements outside the site's own thread, which 2 MB of XML would block for half a second. Source: quality.md, "Server". */
export function createBankFileReader({ withinMs = WITHIN_MS, memoryMb = MEMORY_MB } = {}): BankFileReader {
  const thread = createThread<Question, Answer>({ file: WORKER, name: 'bank files', withinMs, memoryMb })
  return {
    async read(bytes, unit) {
      const answer = await thread.ask({ bytes, unit })
      if (!answer) throw new UnreadableBankFile('bank_file_unknown')
      if ('key' in answer) throw new UnreadableBankFile(answer.key, answer.line)
      if ('failure' in answer) throw new Error(`a bank's file could not be read: ${answer.failure}`)
      return answer.read
    },
    close: thread.close,
  }
}
