import { Lines, optionalLines, requiredLines } from '#app/contract/shapes/text.ts'

const REASON_LENGTH = 500
/** The company's reason for an action on a reservation, in its own words. */
export const GivenReason = requiredLines(REASON_LENGTH)
/** The same, optional. */
export const OptionalReason = optionalLines(REASON_LENGTH)

/** What a company writes about itself or a vehicle, in one language. */
export const AboutText = Lines.max(2000, 'max_length')
