/**
 * What an unknown browser has to do when unusually many codes are asked for, instead of being refused: compute a small
 * proof of work (a second or two for a script) or wait a minute. Source: *ours*.
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

/** The first number that solves a challenge; nothing once `leaving` is aborted. It takes 2^bits hashes on average. */
export async function solveTurn(
  challenge: string,
  { bits, leaving }: { bits: number; leaving?: AbortSignal },
): Promise<number | undefined> {
  const encoder = new TextEncoder()
  for (let solution = 0; !leaving?.aborted; solution += 1) {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(turnText(challenge, solution)))
    if (isSolved(new Uint8Array(hash), bits)) return solution
  }
  return undefined
}
