import { ORPCError } from '@orpc/server'

/** The statuses of the refusals that the contract declares; a code and its status are one there too. */
const STATUS = {
  NOT_FOUND: 404,
  INVALID_CREDENTIALS: 401,
  INVALID_TOKEN: 401,
  BANNED_USER: 401,
  TOO_MANY_REQUESTS: 429,
  VEHICLE_TAKEN: 409,
  PRICE_CHANGED: 409,
  TOO_MANY_HOLDS: 409,
  IDEMPOTENCY_CONFLICT: 409,
  NOT_PAYABLE: 409,
  OPEN_RESERVATIONS: 409,
  WALLET_NOT_EMPTY: 409,
  NOT_CANCELLABLE: 409,
  NOT_CHANGEABLE: 409,
  NOT_RATEABLE: 409,
  STATUS_CONFLICT: 409,
  GATEWAY_UNAVAILABLE: 503,
  GATEWAY_NOT_OFFERED: 422,
} as const

/**
 * An expected refusal, to be thrown: inside a transaction it rolls back. `data` is what the contract declares for the
 * code. Its sentence is put in by `answerErrors`; field fieldErrors are `invalidFields`. Source: house.md, "Style".
 */
export function refuse<Code extends keyof typeof STATUS, Data = undefined>(code: Code, data?: Data) {
  return new ORPCError(code, { status: STATUS[code], data })
}
