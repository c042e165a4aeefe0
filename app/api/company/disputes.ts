import { answer, escalate } from './protocols/charges/disputes.ts'

export const disputes = { answer, escalate }
