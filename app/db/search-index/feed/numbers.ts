const ZERO = '0'.charCodeAt(0)

/** The whole numbers of an array in PostgreSQL's text form (`{1,2}`), none of them negative or null: much faster than the driver's own parser. */
export function numbersIn(text: string | null): number[] {
  const numbers: number[] = []
  if (text === null) return numbers
  let value = -1
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit >= 0 && digit <= 9) value = (value < 0 ? 0 : value * 10) + digit
    else if (value >= 0) {
      numbers.push(value)
      value = -1
    }
  }
  return numbers
}
