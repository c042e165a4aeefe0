/** How the state of an issue looks. */
export const STATUS_TAGS = { DRAFT: undefined, SENDING: 'info', STOPPED: 'warn', SENT: 'ok' } as const
