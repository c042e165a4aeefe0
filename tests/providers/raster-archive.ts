import { zxyToTileId } from 'pmtiles'

const HEADER_BYTES = 127

/** A PMTiles file (version 3) of a few PNG tiles, without compression. Source: protomaps/PMTiles, spec/v3. */
export function rasterArchive(tiles: { z: number; x: number; y: number; bytes: Buffer }[]): Buffer {
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .sort((one, other) => one.id - other.id)
  const entries = sorted.map(({ id, bytes }, index) => ({
    idStep: id - (sorted[index - 1]?.id ?? 0),
    length: bytes.length,
    offset: sorted.slice(0, index).reduce((sum, tile) => sum + tile.bytes.length, 0),
  }))
  const directory = Buffer.from(
    [
      entries.length,
      ...entries.map(({ idStep }) => idStep),
      ...entries.map(() => 1),
      ...entries.map(({ length }) => length),
      ...entries.map(({ offset }) => offset + 1),
    ].flatMap(varint),
  )
  const metadata = Buffer.from('{}')
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 0)
  header.writeUInt8(3, 7)
  const sections = [directory.length, metadata.length, 0, data.length]
  let offset = HEADER_BYTES
  for (const [index, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16)
    offset += length
  }
  for (const place of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), place)
  // Clustered; neither directory nor tiles are compressed; PNG.
  for (const [index, value] of [1, 1, 1, 2].entries()) header.writeUInt8(value, 96 + index)
  header.writeUInt8(Math.min(...tiles.map(({ z }) => z)), 100)
  header.writeUInt8(Math.max(...tiles.map(({ z }) => z)), 101)
  return Buffer.concat([header, directory, metadata, data])
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
