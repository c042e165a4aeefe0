type Columns = Record<string, unknown> | null
const LETTERS = 300
/** The database computes these from the others. */
const COMPUTED = ['unit_group']

/** The content of an audit entry for each written column: JSON values as texts, long ones cut. */
export function auditChanges(before: Columns, after: Columns) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const written = names.filter((name) => !COMPUTED.includes(name))
  return written.map((name) => ({ name, before: shown(before?.[name]), after: shown(after?.[name]) }))
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text
}
