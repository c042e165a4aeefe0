import { oc } from '@orpc/contract'
import { z } from 'zod'
import { FieldFaults } from './shapes.ts'

/**
 * What every call can answer besides its output. Bodies have one shape: `detail` (a translated sentence), `type`
 * (the code), `fields` where single fields are at fault (§8).
 */
export const call = oc.errors({
  NOT_FOUND: { status: 404 },
  INVALID_FIELDS: { status: 422, data: FieldFaults },
  /** Also sent as the header Retry-After, in seconds. */
  TOO_MANY_REQUESTS: { status: 429, data: z.object({ retry_after: z.int() }) },
})
