/**
 * Copies a value with null-prototype objects, so that a select value such as "constructor" matches no inherited
 * property. Used for compiled messages.
 */
export function withoutPrototypes<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutPrototypes) as Value
  if (value === null || typeof value !== 'object') return value
  const bare = Object.create(null)
  for (const [name, inner] of Object.entries(value)) bare[name] = withoutPrototypes(inner)
  return bare
}
