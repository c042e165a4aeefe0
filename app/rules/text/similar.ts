/** The candidate that a mistyped word most likely means: at most about a third of its letters differ. Undefined when none is close. */
export function similarTo(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.ceil(word.length / 3) + 1
  for (const candidate of candidates) {
    // As many letters must be added or removed at least; a cell of a file can be long.
    if (Math.abs(word.length - candidate.length) >= least) continue
    const distance = distanceOf(word.toLowerCase(), candidate.toLowerCase())
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** The number of letters to insert, remove or replace (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
