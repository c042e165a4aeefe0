import { createHmac, timingSafeEqual } from 'node:crypto'
import { type MapPicture, mapPicturePath } from './map-picture.ts'

const SIGNATURE_BYTES = 12

/**
 * The address of a map's picture, signed: our server draws only what one of its own pages shows.
 * Source: protocols/maps.md §4.
 */
export function signedMapPath(picture: MapPicture, secret: string): string {
  const path = mapPicturePath(picture)
  return `${path}?sig=${signatureOf(path, secret).toString('base64url')}`
}

/** Whether the signature belongs to the path. */
export function isSignedMapPath(path: string, signature: string | null, secret: string): boolean {
  if (!signature || signature.length > 2 * SIGNATURE_BYTES) return false
  const given = Buffer.from(signature, 'base64url')
  return given.length === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(path, secret))
}

function signatureOf(path: string, secret: string): Buffer {
  const key = createHmac('sha256', secret).update('map pictures').digest()
  return createHmac('sha256', key).update(path).digest().subarray(0, SIGNATURE_BYTES)
}
