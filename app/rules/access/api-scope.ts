/** What a key for programs can be allowed to do. Source: issue 20, B. */
export const API_SCOPES = [
  ...(['fleet:read', 'fleet:write', 'reservations:read', 'reservations:write'] as const),
  ...(['prices:write', 'webhooks:write', 'statement:read'] as const),
] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** The calls that one key may make in a minute, whatever they are. Source: design/golive, 45. */
export const KEY_CALLS_A_MINUTE = 120
/** The keys that a company can have at a time. Source: *ours*. */
export const MOST_KEYS = 20
/** How long the former secret of a rotated key still works. Source: issue 20, B. */
export const KEY_OVERLAP_HOURS = 24
