type CallAddress = { method: string; path: string }

/** What is replaced: it works until the second date as before. */
type Dated = {
  /** Days, in UTC: since when it is deprecated, and from when on it may answer no more. */
  since: string
  until: string
}

/** A call that another one replaces. */
type Deprecation = Dated &
  CallAddress & {
    /** The call to take instead. */
    instead: CallAddress
  }

/** A field of calls' answers that says again what another one says, or what only the site needs. */
type DeprecatedField = Dated & {
  /** With the fields in which it is: `company.places`. */
  field: string
  calls: readonly CallAddress[]
  /** What to read instead, in Markdown. */
  instead: string
}

/** Every deprecated call, the newest first. Source: *ours*; the headers are those of RFC 9745 and RFC 8594. */
export const DEPRECATIONS: readonly Deprecation[] = [
  {
    ...{ method: 'POST', path: '/business/rent/ad/reserve/' },
    ...{ since: '2026-11-29', until: '2027-11-29' },
    instead: { method: 'POST', path: '/v2/rentals/{id}/reserve/' },
  },
]

const VEHICLE = [
  { method: 'GET', path: '/business/rent/ad/{id}/' },
  { method: 'GET', path: '/v2/rentals/{id}/' },
] as const
const PRICE = '`POST /v2/rentals/{id}/price/`'
const FROM_LAUNCH = { since: '2026-11-29', until: '2027-11-29' } as const

/**
 * Every deprecated field, the newest first. Fields that the specification names stay, also where another one says more (`attached_file`
 * beside `attachments`). Source: *ours*.
 */
export const DEPRECATED_FIELDS: readonly DeprecatedField[] = [
  { field: 'company.places', calls: VEHICLE, ...FROM_LAUNCH, instead: '`places`' },
  { field: 'pricing.tiers', calls: VEHICLE, ...FROM_LAUNCH, instead: '`tiers`' },
  { field: 'pricing.rate', calls: VEHICLE, ...FROM_LAUNCH, instead: PRICE },
  { field: 'data', calls: [{ method: 'GET', path: '/currency/' }], ...FROM_LAUNCH, instead: '`results`' },
]
