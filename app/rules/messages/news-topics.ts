/** What people can follow, as addresses and the API call it; apps may follow others (§7). */
export const NEWS_TOPICS = ['discounts', 'places', 'guides'] as const
export type NewsTopic = (typeof NEWS_TOPICS)[number]

/** In characters, in each language. Source: *ours*. */
export const LONGEST_NEWS = { title: 100, body: 5000, path: 200 } as const

/** An issue is written, sent part by part, and can be stopped between two parts. */
export const NEWS_STATUSES = ['DRAFT', 'SENDING', 'STOPPED', 'SENT'] as const

/** How many receivers one part has, and the seconds until the next: three hundred a minute. Source: *ours*. */
export const NEWS_PART = { receivers: 25, seconds: 5 } as const
