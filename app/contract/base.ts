import { oc } from '@orpc/contract'
import { FieldFaults } from './shapes.ts'

/**
 * What every call can answer besides its output. Bodies have one shape: `detail` (a translated sentence), `type`
 * (the code), `fields` where single fields are at fault (§8).
 */
export const call = oc.errors({
  NOT_FOUND: { status: 404 },
  INVALID_FIELDS: { status: 422, data: FieldFaults },
  TOO_MANY_REQUESTS: { status: 429 },
})
