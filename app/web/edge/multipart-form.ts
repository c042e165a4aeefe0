import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { checkFormFields } from './field-limits.ts'
import { pipeBody } from './receive-body.ts'
import { malformed, tooLarge } from './refused-request.ts'

/** Where a file is cut: with this length it is still too large for every call. */
const FILE_BYTES = UPLOAD_BYTES + 1
/** More than a message takes, so that the page can say so; those beyond are dropped. */
const MAX_FILES = 12
const MAX_FIELDS = 64
/** Whoever picks a whole folder of photos gets an error beside the field. */
const MAX_PARTS = 400
const MAX_HEADER_BYTES = 2_000
/** From the end of the body to the last of its fields. */
const PARSE_WITHIN_MS = 1_000

/**
 * A multipart form, parsed as it arrives, with limits on everything. A file that is too large comes cut, so that the
 * page can say so beside its field; browsers listen for an answer only once they have sent all of a form.
 * @param bodyBytes what is read in all, most of a too large file only to be dropped
 * @param textBytes of all fields that are no files
 * Rejects with a RefusedRequest where the form is malformed (400) or too large (413).
 */
export async function receiveMultipart(
  incoming: IncomingMessage,
  { bodyBytes, textBytes }: { bodyBytes: number; textBytes: number },
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
      // Reserves its place: busboy reports the next field before a file has ended.
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
  // Whatever else comes of a refused form is read and dropped.
  parsed.catch(() => parser.destroy())
  const received = pipeBody(incoming, bodyBytes, parser)
  // A form that breaks off in the middle of a part leaves its parser waiting.
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
      // Without a boundary, for example.
      throw malformed()
    }
  }
}
