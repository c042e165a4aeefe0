import { answer, escalate } from './protocols/disputes.ts'

export const disputes = { answer, escalate }
