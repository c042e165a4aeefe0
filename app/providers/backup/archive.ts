import type { Readable } from 'node:stream'
import { extract, pack } from 'tar-stream'

/**
 * A file within an archive: complete, or a stream whose size nobody knows before, which is written in numbered pieces
 * (`name.piece000001` …) that `tar` and `cat` put together again.
 */
export type ArchiveEntry = { name: string; bytes: Uint8Array | AsyncIterable<Uint8Array> }

const PIECE_BYTES = 4 * 2 ** 20
const PIECE = /\.piece\d{6}$/

/** Writes a tar file. */
export async function* writeArchive(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const tar = pack()
  const writing = addAll(tar, entries)
  // The error reaches whoever reads.
  writing.catch((error) => tar.destroy(error))
  yield* tar as AsyncIterable<Uint8Array>
  await writing
}

type Pack = ReturnType<typeof pack>

async function addAll(tar: Pack, entries: AsyncIterable<ArchiveEntry>) {
  for await (const { name, bytes } of entries) {
    if (bytes instanceof Uint8Array) await add(tar, name, Buffer.from(bytes))
    else await addPieces(tar, name, bytes)
  }
  tar.finalize()
}

async function addPieces(tar: Pack, name: string, bytes: AsyncIterable<Uint8Array>) {
  let held: Uint8Array[] = []
  let size = 0
  let number = 0
  const addHeld = async () => {
    await add(tar, `${name}.piece${String(++number).padStart(6, '0')}`, Buffer.concat(held))
    held = []
    size = 0
  }
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.length
    if (size >= PIECE_BYTES) await addHeld()
  }
  if (size > 0 || number === 0) await addHeld()
}

function add(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('Nobody reads the archive any more.'))
    tar.once('close', stop)
    tar.entry({ name, mode: 0o600 }, bytes, (error) => {
      tar.off('close', stop)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Reads an archive, file after file; each must be read to its end before the next one. */
export async function* readArchive(
  bytes: Readable,
): AsyncGenerator<{ name: string; bytes: AsyncIterable<Uint8Array> }> {
  const tar = extract()
  bytes.on('error', (error) => tar.destroy(error))
  bytes.pipe(tar)
  const all = (tar as unknown as AsyncIterable<Readable & { header: { name: string } }>)[Symbol.asyncIterator]()
  let next = await all.next()
  while (!next.done) {
    const name = fileOf(next.value.header.name)
    yield { name, bytes: ownPieces(name) }
  }

  async function* ownPieces(name: string): AsyncGenerator<Uint8Array> {
    while (!next.done && fileOf(next.value.header.name) === name) {
      yield* next.value
      next = await all.next()
    }
  }
}

function fileOf(piece: string): string {
  return piece.replace(PIECE, '')
}
