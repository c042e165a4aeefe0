import { parentPort } from 'node:worker_threads'
import { isActivePdf } from './active-pdf.ts'

/** The thread that looks into untrusted PDFs: `pdf-check.ts` starts it, sends it one at a time, and ends it. */
parentPort?.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  parentPort?.postMessage({ isActive: isActivePdf(bytes) })
})
parentPort?.postMessage('ready')
