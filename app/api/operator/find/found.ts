import type { z } from 'zod'
import type { FoundThing } from '#app/contract/operator/overview/find.ts'

export type Found = z.infer<typeof FoundThing>
export type FoundOf<Kind extends Found['kind']> = Extract<Found, { kind: Kind }>

/** Shown of each kind. */
export const EACH = 10
/** One more, by which it is known that there are others. */
export const LOOKED_AT = EACH + 1
