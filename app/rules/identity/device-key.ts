/** Where a client of the API sends its key. */
export const DEVICE_KEY_HEADER = 'device-key'

/** The key of a browser or app as it was sent: 22 to 64 URL-safe characters, at least 128 random bits; else nothing. */
export function readDeviceKey(sent: string | null | undefined): string | undefined {
  return sent && /^[\w-]{22,64}$/.test(sent) ? sent : undefined
}
