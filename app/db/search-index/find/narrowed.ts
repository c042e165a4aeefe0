/** Places of the order, from the first to the one before the last. */
export type Span = { from: number; to: number }

/** Those among which the wanted ones are, and at which of their places these are. */
export type Narrowed = Span & { words: Int32Array }

/** So many are sorted as they are. */
export const FEW = 300
