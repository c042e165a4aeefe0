import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { checkFormFields } from './field-limits.ts'
import { pipeBody } from './receive-body.ts'
import { malformed, tooLarge } from './refused-request.ts'

/** Where files are truncated; one of this length is still refused by every call. */
const FILE_BYTES = UPLOAD_BYTES + 1
/** More than a message may have, so that the page can report it; further files are dropped. */
const MAX_FILES = 12
const MAX_FIELDS = 64
/** Enough that picking a whole folder of photos leads to an error beside the field. */
const MAX_PARTS = 400
const MAX_HEADER_BYTES = 2_000
/** The time from the end of the body to its last parsed field. */
const PARSE_WITHIN_MS = 1_000

/**
 * Parses a multipart form while it arrives, within limits. Too large files are truncated and not refused here, so that
 * the page can report them beside the field; browsers only read an answer after sending the whole form.
 * @param bodyBytes the most that is read; most of a too large file is dropped
 * @param textBytes the most of all text fields together Rejects with a RefusedRequest where the form is malformed (400)
 * or too large (413).
 */
export async function receiveMultipart(
  incoming: IncomingMessage,
  { bodyBytes, textBytes, subscriber }: { bodyBytes: number; textBytes: number; subscriber: string },
): Promise<FormData> {
  const fields: [name: string, value: string | File][] = []
  let textLength = 0
  const parser = createParser(incoming)
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value, nameTruncated, valueTruncated) => {
      textLength += (name ?? '').length + value.length
      if (name === undefined) reject(malformed())
      else if (nameTruncated || valueTruncated || textLength > textBytes) reject(tooLarge())
      else fields.push([name, value])
    })
    parser.on('file', (name, stream, filename, _encoding, type) => {
      if (name === undefined) reject(malformed())
      const chunks: Buffer[] = []
      // Reserves the file's position: busboy reports the next field before a file has ended.
      const field: [string, string | File] = [name, '']
      fields.push(field)
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', () => reject(malformed()))
      stream.on('end', () => {
        field[1] = new File(chunks as BlobPart[], filename ?? '', { type })
      })
    })
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) parser.on(limit, () => reject(tooLarge()))
    parser.on('error', () => reject(malformed()))
    parser.on('finish', resolve)
  })
  // The rest of a refused form is read and dropped.
  parsed.catch(() => parser.destroy())
  const received = pipeBody(incoming, { limit: bodyBytes, subscriber }, parser)
  // A form that is cut off within a part leaves the parser waiting for ever.
  const broken = received
    .then(() => sleep(PARSE_WITHIN_MS, undefined, { ref: false }))
    .then(() => Promise.reject(malformed()))
  await Promise.race([Promise.all([received, parsed]), broken])
  checkFormFields(fields)
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form

  function createParser(request: IncomingMessage) {
    try {
      return new Busboy({
        headers: request.headers as BusboyHeaders,
        limits: {
          fieldNameSize: 100,
          fieldSize: textBytes,
          fields: MAX_FIELDS,
          fileSize: FILE_BYTES,
          files: MAX_FILES,
          parts: MAX_PARTS,
          headerPairs: 10,
          headerSize: MAX_HEADER_BYTES,
        },
      })
    } catch {
      // For example, if the boundary is missing.
      throw malformed()
    }
  }
}
