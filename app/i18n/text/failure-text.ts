/** Why a page can't be shown; the texts are `error.<kind>` and `error.<kind>Text` in `common` (§2, "Error page"). */
export type FailureKind =
  | 'unknown'
  | 'unauthorized'
  | 'notFound'
  | 'gone'
  | 'tooLarge'
  | 'tooMany'
  | 'server'
  | 'unavailable'
  | 'busy'
  | 'other'

/** The kind of a status. `isUnknown`: no page has this address, for which §2 has a different text. */
export function failureKind(status: number, isUnknown = false): FailureKind {
  if (status === 404) return isUnknown ? 'unknown' : 'notFound'
  if (status === 401) return 'unauthorized'
  if (status === 410) return 'gone'
  if (status === 413) return 'tooLarge'
  if (status === 429) return 'tooMany'
  if (status === 503) return 'unavailable'
  return status >= 500 ? 'server' : 'other'
}

/** The key of a failure's second sentence, about causes and remedies. */
export function failureTextKey<Kind extends FailureKind>(kind: Kind) {
  return kind === 'unknown' ? 'error.notFoundText' : (`error.${kind}Text` as `error.${Exclude<Kind, 'unknown'>}Text`)
}

/** Whether retrying may help. */
export function mayPass(kind: FailureKind): boolean {
  return ['tooMany', 'unavailable', 'busy', 'server'].includes(kind)
}
