/**
 * What somebody unknown does when more codes are asked for than usual, instead of being refused: compute a small proof of
 * work, which a script does in a second or two, or wait a minute. Source: *ours*, issue 16.
 */
export const TURN = { bits: 15, waitSeconds: 60, minutes: 10 } as const

/** What is hashed (SHA-256): a solution is a number for which the hash begins with `TURN.bits` zero bits. */
export function turnText(challenge: string, solution: number): string {
  return `${challenge}:${solution}`
}

/** Whether a hash begins with enough zero bits. */
export function isSolved(hash: Uint8Array, bits: number = TURN.bits): boolean {
  const bytes = bits >> 3
  for (let at = 0; at < bytes; at += 1) if (hash[at] !== 0) return false
  return (hash[bytes] ?? 0) >> (8 - (bits & 7)) === 0
}
