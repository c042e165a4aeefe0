/** The characters of a webhook's body, and of its answer, that a delivery shows; longer ones are cut there. Source: *ours*. */
export const BODY_SHOWN = 16_384
