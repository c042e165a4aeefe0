/** The score in the list of a vehicle that nobody has rated yet. Source: *ours*. */
export const FIRST_SCORE = 40
