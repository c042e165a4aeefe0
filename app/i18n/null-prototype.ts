/**
 * The same value with objects that inherit nothing, so that a select value called "constructor" finds no option by
 * accident. For compiled messages right after they were read.
 */
export function withoutPrototypes<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutPrototypes) as Value
  if (value === null || typeof value !== 'object') return value
  const bare = Object.create(null)
  for (const [name, inner] of Object.entries(value)) bare[name] = withoutPrototypes(inner)
  return bare
}
