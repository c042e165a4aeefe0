/** Gives each different value a small number, in the order in which they come. */
export type Dictionary<Value> = { codes: Map<Value, number>; values: Value[] }

export const emptyDictionary = <Value>(): Dictionary<Value> => ({ codes: new Map(), values: [] })

/** The number of a value, a new one where it has none. */
export function codeOf<Value>({ codes, values }: Dictionary<Value>, value: Value): number {
  const known = codes.get(value)
  if (known !== undefined) return known
  codes.set(value, values.length)
  values.push(value)
  return values.length - 1
}
