/** The header with the key of an API client. */
export const DEVICE_KEY_HEADER = 'device-key'

/**
 * The key of a browser or app: 22 to 64 URL-safe characters, at least 128 random bits; undefined for any other text.
 */
export function readDeviceKey(sent: string | null | undefined): string | undefined {
  return sent && /^[\w-]{22,64}$/.test(sent) ? sent : undefined
}
