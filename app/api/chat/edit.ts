import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { limit } from '#app/api/call/limits.ts'
import { readMessage, type ShownMessage } from '#app/api/conversations/message-rows.ts'
import { MINUTE_SECONDS } from '#app/rules/time/durations.ts'

/** Changes the text of the caller's own message. */
export const edit = api.chat.edit.handler(({ input, context }) =>
  editMessage(context.deps, context.person, { room: input.id, id: input.message_id, message: input.message }),
)

/**
 * Changes a message in one of the caller's rooms. Throws NOT_FOUND for anybody else's message, INVALID_FIELDS if
 * neither text nor file would be left.
 */
export async function editMessage(
  deps: Deps,
  person: Person,
  { room, id, message = '' }: { room: string; id: number; message?: string | undefined },
): Promise<ShownMessage> {
  const { db } = deps
  const before = await readMessage(deps, room, id)
  if (before && !message && !before.attached_file) throw invalidFields({ message: ['required'] })
  await limit(deps, `chat message ${person.id}`, deps.settings.chatMessagesPerMinute, MINUTE_SECONDS)
  const changed = await db
    .updateTable('conversation_message')
    .set({ body: message, edited_at: deps.now() })
    .where('id', '=', id)
    .where('conversation_id', '=', room)
    .where('account_id', '=', person.id)
    .returning('id')
    .executeTakeFirst()
  const shown = changed && (await readMessage(deps, room, id))
  if (!shown) throw errors.NOT_FOUND()
  deps.publish({ kind: 'edited', room, id })
  return shown
}
