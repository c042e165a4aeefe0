import { api } from '#app/api/call/context.ts'
import { readSpan } from '#app/api/conversations/message-rows.ts'

/** A part of a room's messages: the latest, or those before or after one. */
export const messages = api.chat.messages.handler(async ({ input, context: { deps, room: own } }) => {
  const { room } = own
  const span = await readSpan(deps, room.id, input)
  const first = span[0]?.seq
  const last = span.at(-1)?.seq
  return {
    messages: span,
    has_older: first === undefined ? false : first > 1,
    has_newer: last === undefined ? false : last < room.last_seq,
  }
})
