import { createORPCErrorConstructorMap } from '@orpc/server'
import { ERRORS } from '#app/contract/call/errors.ts'

/**
 * The contract's expected errors, to be thrown: `throw errors.VEHICLE_TAKEN()`; inside a transaction it rolls back.
 * `answerErrors` adds the sentence, and reports an error that its call does not declare.
 */
export const errors = createORPCErrorConstructorMap(ERRORS)
