import type { Deps } from './context.ts'

/** Every kind of background work of booking and paying, and what it carries. */
export type Work = {
  'send-message': { channel: 'sms' | 'email'; to: string; text: string; subject?: string }
  'settle-payment': { payment: string }
  sweep: Record<string, never>
}

type Handlers = { [Name in keyof Work]: (work: Work[Name]) => Promise<void> }

/** What the queue's workers do; each deed may be repeated. Wired to pg-boss where the process starts. */
export function jobHandlers(deps: Deps): Handlers {
  return {
    'send-message': (message) => deps.send(message),
    'settle-payment': async () => {},
    sweep: async () => {},
  }
}
