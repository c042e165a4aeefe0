/**
 * Whether a header If-None-Match names the tag of an answer: the caller has it already. Weak tags and strong ones are the same
 * here. Source: RFC 9110, §13.1.2.
 */
export function matchesTag(known: string, tag: string): boolean {
  if (known.trim() === '*') return true
  return known.split(',').some((one) => opaque(one) === opaque(tag))
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
