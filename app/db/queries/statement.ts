import { createHash } from 'node:crypto'

const LONGEST_TEXT = 2_000
const HASH_LENGTH = 12

/**
 * A text of SQL without anything that could be a value: parameters are numbers already, literals and long numbers become `…`, and lists of
 * parameters have one length. Source: *ours*.
 */
export function withoutValues(text: string): string {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '…')
    .replace(/'(?:[^']|'')*'/g, '…')
    .replace(/\b\d{5,}\b/g, '…')
    .replace(/\$\d+(::[\w[\]]+)?(,\s*\$\d+(::[\w[\]]+)?)+/g, '$…')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A statement as it may be logged: shortened, with a hash of all of it, by which its lines are found again. Source: *ours*. */
export function describeStatement(sql: string): { statement: string; sql: string } {
  const text = withoutValues(sql)
  return { statement: hashOf(text), sql: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text }
}

/** Enough of a hash to distinguish the statements of one product. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
}

/** Whether a statement only reads, so that asking for its plan can do nothing. Source: *ours*. */
export function isRead(sql: string): boolean {
  return /^\s*\(*\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|merge)\b/i.test(withoutValues(sql))
}
