import { createORPCErrorConstructorMap } from '@orpc/server'
import { ERRORS } from '#app/contract/call/errors.ts'

/**
 * The expected errors of the contract, to be thrown: `throw errors.VEHICLE_TAKEN()`; inside a transaction it rolls back.
 * The sentence is put in by `answerErrors`, which reports an error that its call does not declare.
 */
export const errors = createORPCErrorConstructorMap(ERRORS)
