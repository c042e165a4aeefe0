/** The fields of a place's fees. */
export const FEE_FIELDS = ['receive_fee', 'return_fee'] as const
