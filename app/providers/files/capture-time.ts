import exifReader from 'exif-reader'
import sharp from 'sharp'
import { instantOf } from '#app/rules/time/rental-time.ts'

/**
 * When a picture was taken, by the clock of its camera as its Exif data has it. A camera writes local time; without an offset beside it,
 * that of `zone` is meant. Undefined if the picture says nothing, or nothing that can be read.
 */
export async function captureTimeOf(bytes: Uint8Array, zone: string): Promise<Date | undefined> {
  try {
    const { exif } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { Photo } = exif ? exifReader(exif) : {}
    // The package reads the local time as if it were UTC.
    const local = Photo?.DateTimeOriginal?.toISOString().slice(0, 19)
    if (!local || !Photo) return undefined
    const offset = String(Photo.OffsetTimeOriginal ?? '').trim()
    const taken = OFFSET.test(offset) ? new Date(local + offset) : inZone(local, zone)
    return taken.getTime() >= EARLIEST ? taken : undefined
  } catch {
    return undefined
  }
}

/** A camera whose clock was never set writes zeros or its own first day. */
const EARLIEST = Date.UTC(2000, 0, 2)
const OFFSET = /^[+-]\d{2}:\d{2}$/
const DATE_LENGTH = 10
const MINUTES_END = 16

function inZone(local: string, zone: string): Date {
  const minute = instantOf(local.slice(0, DATE_LENGTH), local.slice(DATE_LENGTH + 1, MINUTES_END), zone)
  return new Date(minute.getTime() + Number(local.slice(MINUTES_END + 1)) * 1000)
}
