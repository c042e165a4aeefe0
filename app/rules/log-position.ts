/** A position in the write-ahead log of a database as PostgreSQL writes it: `0/16B3748`. */
export type Position = string

const POSITION = /^[\dA-F]{1,8}\/[\dA-F]{1,8}$/

/** Whether a text is a position; what comes from a browser may be anything. Source: *ours*. */
export const isPosition = (text: string | undefined): text is Position => text !== undefined && POSITION.test(text)

/** A position as a number, which can be compared with others. Source: PostgreSQL's documentation, "pg_lsn". */
export function bytesAt(position: Position): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
