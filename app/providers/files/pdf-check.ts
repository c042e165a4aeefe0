import { createRequire } from 'node:module'
import { createThread } from '#app/providers/threads/thread.ts'

export type PdfCheck = {
  /** `isActivePdf`, for bytes that anybody may have sent; also true where it takes too long or too much memory. */
  isActive: (bytes: Uint8Array) => Promise<boolean>
  close: () => Promise<void>
}

const WITHIN_MS = 5_000
const MEMORY_MB = 256
/** By its name in the sources, because the server's bundle is in another folder. */
const WORKER = createRequire(import.meta.url).resolve('#app/providers/files/pdf-worker.ts')

/** Looks into PDFs outside the site's own thread, which ten megabytes made for that would block for seconds. Source: quality.md, "Server". */
export function createPdfCheck({ withinMs = WITHIN_MS, memoryMb = MEMORY_MB } = {}): PdfCheck {
  const thread = createThread<{ bytes: Uint8Array }, { isActive: boolean }>({
    ...{ file: WORKER, name: 'PDFs', withinMs, memoryMb },
  })
  return {
    isActive: async (bytes) => (await thread.ask({ bytes }))?.isActive ?? true,
    close: thread.close,
  }
}
