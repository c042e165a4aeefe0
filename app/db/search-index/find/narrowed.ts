/** Places of the order, from the first to the one before the last. */
export type Span = { from: number; to: number }

/** Vehicles that are next to each other in the order, how many they are, and at which of their places the wanted ones are. */
export type Narrowed = Span & { words: Int32Array; count: number }

/** So many are sorted as they are. */
export const FEW = 300
