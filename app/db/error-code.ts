/** The code of a system or SQL error (`ENOENT`, `23P01`), empty for anything else. Source: *ours*. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
