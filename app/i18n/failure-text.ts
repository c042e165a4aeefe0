/** Why a page is not shown, as the texts `error.<kind>` and `error.<kind>Text` of `common` say it (§2, "Error page"). */
export type FailureKind =
  | 'unknown'
  | 'notFound'
  | 'gone'
  | 'tooLarge'
  | 'tooMany'
  | 'server'
  | 'unavailable'
  | 'busy'
  | 'other'

/** What a status means to a visitor. `isUnknown`: no page has this address (§2 has other words for that). */
export function failureKind(status: number, isUnknown = false): FailureKind {
  if (status === 404) return isUnknown ? 'unknown' : 'notFound'
  if (status === 410) return 'gone'
  if (status === 413) return 'tooLarge'
  if (status === 429) return 'tooMany'
  if (status === 503) return 'unavailable'
  return status >= 500 ? 'server' : 'other'
}

/** The key of a failure's second sentence: what may have caused it, what to do. */
export function failureTextKey<Kind extends FailureKind>(kind: Kind) {
  return kind === 'unknown' ? 'error.notFoundText' : (`error.${kind}Text` as `error.${Exclude<Kind, 'unknown'>}Text`)
}

/** Whether the same request may succeed a moment later. */
export function mayPass(kind: FailureKind): boolean {
  return ['tooMany', 'unavailable', 'busy', 'server'].includes(kind)
}
