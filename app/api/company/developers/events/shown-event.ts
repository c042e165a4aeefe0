import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { EventData, Event as EventShape } from '#app/contract/company/developers/events.ts'
import type { Event } from '#app/db/connection/schema.ts'

/** What is read of an event to show it. */
export const EVENT_COLUMNS = ['id', 'type', 'at', 'request_id', 'key_id', 'data'] as const

/** A published event, as the contract defines it. */
export function shownEvent(row: Pick<Selectable<Event>, (typeof EVENT_COLUMNS)[number]>): z.infer<typeof EventShape> {
  const { id, type, at, request_id, key_id, data } = row
  return { id, type, at: at.toISOString(), request: request_id, key: key_id, data: (data ?? {}) as EventData }
}
