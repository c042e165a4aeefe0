/** Increases when a call changes so that its callers must change, too. */
export const CONTRACT_VERSION = '1'
