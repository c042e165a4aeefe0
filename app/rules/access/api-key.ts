import { crc32 } from 'node:zlib'

/** Whether a key works on the company's real fleet, or on the made-up one of test mode. Source: issue 20, B. */
export const KEY_MODES = ['LIVE', 'TEST'] as const
export type KeyMode = (typeof KEY_MODES)[number]

/**
 * `svr_live_` or `svr_test_`, 32 random characters (190 bits), and a checksum of six. The prefix and the checksum are for programs
 * that search published text for leaked secrets, as those of GitHub's tokens. Source: issue 20, B.
 */
const PREFIXES: Record<KeyMode, string> = { LIVE: 'svr_live_', TEST: 'svr_test_' }
const PREFIX_LENGTH = PREFIXES.LIVE.length
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
/** Characters of the random part that name a key to people. */
const HINT_LENGTH = 4
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * A new key.
 * @param randomBelow a random whole number below its argument, from a cryptographic source
 */
export function newApiKey(randomBelow: (limit: number) => number, mode: KeyMode = 'LIVE'): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomBelow(ALPHABET.length)]).join('')
  const named = `${PREFIXES[mode]}${random}`
  return `${named}${checksumOf(named)}`
}

/** Whether a bearer token is meant as a key: the access tokens of people contain dots. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith('svr_') && !token.includes('.')
}

/**
 * Whether an Authorization header is meant for test mode, however it is spelled: a request with a test key must never reach anything
 * real.
 */
export function hasTestKey(authorization: string | null | undefined): boolean {
  return authorization?.includes(PREFIXES.TEST) ?? false
}

/** Whether a text has the form of a key of a mode, checksum included; mistyped and made-up ones need no database. */
export function isApiKey(text: string, mode: KeyMode = 'LIVE'): boolean {
  if (text.length !== PREFIX_LENGTH + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(PREFIXES[mode])) return false
  const named = text.slice(0, -CHECKSUM_LENGTH)
  return /^[0-9A-Za-z]+$/.test(text.slice(PREFIX_LENGTH)) && text.slice(-CHECKSUM_LENGTH) === checksumOf(named)
}

/** The beginning of a key, by which people recognise it. */
export function hintOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH + HINT_LENGTH)
}

/** The CRC-32 in base 62. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
