/** A call that another one replaces: it answers until the second date as before. */
type Deprecation = {
  method: string
  path: string
  /** Days, in UTC: since when it is deprecated, and from when on it may answer no more. */
  since: string
  until: string
  /** The call to take instead. */
  instead: { method: string; path: string }
}

/** Every deprecated call, the newest first. Source: *ours*; the headers are those of RFC 9745 and RFC 8594. */
export const DEPRECATIONS: readonly Deprecation[] = [
  {
    ...{ method: 'POST', path: '/business/rent/ad/reserve/' },
    ...{ since: '2026-11-29', until: '2027-11-29' },
    instead: { method: 'POST', path: '/v2/rentals/{id}/reserve/' },
  },
]
