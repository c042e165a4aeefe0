import { malformed, RefusedRequest, tooLarge } from './refused-request.ts'

/**
 * Above the longest form (a company's, with five fields for each place) and the fullest search (some sixty parameters).
 * Source: *ours*.
 */
const MAX_FORM_FIELDS = 200
const MAX_QUERY_PARAMETERS = 100
/** How often a name may be repeated: a search repeats `brands` for each brand. */
const MAX_REPEATS = 60
const MAX_NAME_LENGTH = 100
/** `receive_address.address` has two parts; a list inside an object inside a body has four. */
const MAX_DEPTH = 4
const MAX_INDEX = 99
const MAX_TARGET_LENGTH = 8_000

/** JSON bodies of the API: their largest, a search with every filter, has some 80 values and four levels. */
const MAX_JSON_DEPTH = 8
const MAX_JSON_VALUES = 500

/** Field names that could pollute an object's prototype, at any level. */
const PROTOTYPE = /(^|[.[\]])(__proto__|constructor|prototype)($|[.[\]])/

/**
 * Refuses oversized forms before they are parsed: parsers of nested names need time quadratic in the repeats, and
 * memory by the value of an index (`a[100000000]=1`). Takes names and values in order; throws a RefusedRequest (400, or
 * 413 for too many fields).
 */
export function checkFormFields(fields: Iterable<readonly [name: string, value: unknown]>) {
  checkFields(fields, MAX_FORM_FIELDS, tooLarge)
}

/** The same for an address: its length, and the parameters of its query. Throws a RefusedRequest (400 or 414). */
export function checkTarget(target: string) {
  const tooLong = () => new RefusedRequest(414, 'The address is too long.\n')
  if (target.length > MAX_TARGET_LENGTH) throw tooLong()
  const query = target.indexOf('?')
  if (query >= 0) checkQuery(target.slice(query + 1), tooLong)
}

function checkQuery(query: string, tooMany: () => Error) {
  if (countOf(query, '&') >= MAX_QUERY_PARAMETERS) throw tooMany()
  checkFields(new URLSearchParams(query), MAX_QUERY_PARAMETERS, tooMany)
}

/** Refuses a URL-encoded body with too many fields by counting `&`, then checks its names and values. */
export function checkUrlEncoded(body: string) {
  if (countOf(body, '&') >= MAX_FORM_FIELDS) throw tooLarge()
  checkFormFields(new URLSearchParams(body))
}

/**
 * Refuses JSON bodies that are deeper or have more values than those of any call, without parsing them. Malformed JSON
 * passes, and the parser rejects it.
 */
export function checkJson(body: string) {
  let depth = 0
  let values = 1
  let isText = false
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) {
        // PostgreSQL can't store U+0000.
        if (body.startsWith('u0000', at + 1)) throw malformed()
        at++
      } else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > MAX_JSON_DEPTH) throw malformed()
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
    else if (code === COMMA && ++values > MAX_JSON_VALUES) throw tooLarge()
  }
}

function checkFields(fields: Iterable<readonly [name: string, value: unknown]>, most: number, tooMany: () => Error) {
  const repeats = new Map<string, number>()
  let count = 0
  for (const [name, value] of fields) {
    if (++count > most) throw tooMany()
    const times = (repeats.get(name) ?? 0) + 1
    repeats.set(name, times)
    if (times > MAX_REPEATS || !isPlainName(name)) throw malformed()
    if (typeof value === 'string' && value.includes('\0')) throw malformed()
  }
}

function isPlainName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH || name.includes('\0') || PROTOTYPE.test(name)) return false
  if (name.split(/[.[]/).length > MAX_DEPTH) return false
  return [...name.matchAll(/\[(\d+)/g)].every(([, index]) => Number(index) <= MAX_INDEX)
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++
  return count
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
