import { oc } from '@orpc/contract'
import { z } from 'zod'
import { FieldErrors } from './shapes.ts'

/** Who may call: `signIn` where a bearer token is needed, or makes a difference. */
export type CallMeta = { signIn?: 'needed' | 'possible' }

/**
 * What every call can answer besides its output. Bodies have one shape: `detail` (a translated sentence), `type`
 * (the code), `fields` where single fields are at fieldError (§8).
 */
export const call = oc.$meta<CallMeta>({}).errors({
  NOT_FOUND: { status: 404 },
  INVALID_FIELDS: { status: 422, data: FieldErrors },
  /** Also sent as the header Retry-After, in seconds. */
  TOO_MANY_REQUESTS: { status: 429, data: z.object({ retry_after: z.int() }) },
})

/** §8: INVALID_TOKEN for a token that is missing, forged, past its end or of an ended sign-in; BANNED_USER everywhere. */
const unauthorised = { INVALID_TOKEN: { status: 401 }, BANNED_USER: { status: 401 } } as const

/** A call that needs a signed-in person. */
export const signedIn = call.meta({ signIn: 'needed' }).errors(unauthorised)
/** A call that anybody may make and that does more for a signed-in person; a token that is sent must be good. */
export const maybeSignedIn = call.meta({ signIn: 'possible' }).errors(unauthorised)
