import type { IconName } from '#app/ui/brand/icon.tsx'
import type { Managed } from '../managed.server.ts'

export type Entry = Managed['timeline'][number]

/** What entries are filtered by. */
export const TIMELINE_PARTS = ['status', 'money', 'messages', 'protocol', 'documents', 'log'] as const
export type TimelinePart = (typeof TIMELINE_PARTS)[number]

const PART_OF: Record<Entry['what'], TimelinePart> = {
  STATUS: 'status',
  NOTE: 'status',
  PAYMENT: 'money',
  MOVEMENT: 'money',
  DESK_MONEY: 'money',
  CHARGE: 'money',
  MESSAGE: 'messages',
  TALK: 'messages',
  PROTOCOL: 'protocol',
  DOCUMENT: 'documents',
  LOG: 'log',
}

export const PART_ICONS: Record<TimelinePart, IconName> = {
  status: 'ticket',
  money: 'wallet',
  messages: 'chat',
  protocol: 'key',
  documents: 'file',
  log: 'history',
}

/** The part that an entry belongs to. */
export function partOf({ what }: Entry): TimelinePart {
  return PART_OF[what]
}
