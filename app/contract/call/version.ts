/** Rises when a call changes so that its callers must, too. */
export const CONTRACT_VERSION = '1'
