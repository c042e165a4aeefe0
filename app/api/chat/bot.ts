import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps, Work } from '#app/api/call/context.ts'
import { countIn } from '#app/api/call/limits.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { addMessage } from '#app/api/conversations/add-message.ts'
import { BOT_PREFIX } from '#app/api/conversations/message-rows.ts'
import { formatTime } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { type Language, SUPPORT_HOURS } from '#app/rules/constants.ts'
import { type BotTopic, botTopic } from '#app/rules/messages/bot-topic.ts'
import { HOUR_SECONDS, MINUTE_MS } from '#app/rules/time/durations.ts'

const ANSWERS_AN_HOUR = 30
/** For this long after an operator's answer the bot stays silent. */
const QUIET_MINUTES = 15

/** The page of the site that an answer links to. */
const LINKS: Partial<Record<BotTopic, string>> = {
  book: '/rent/car',
  deposit: '/rent/car?trust_type=DEPOSIT_FREE',
  cancel: '/profile/reservations',
  payment: '/profile/invoices',
  other: '/pages/terms',
}

/**
 * Answers in the demonstration, where no operator is present: a moment later, in the person's language, only to the
 * latest message, and not while an operator answers. A repeated run does not answer twice.
 */
export async function answerAsBot(deps: Deps, { room, seq, language }: Work['answer-as-bot']): Promise<void> {
  const { bot } = deps.settings
  if (!bot || !(await isToAnswer(deps, room, seq))) return
  deps.publish({ kind: 'typing', room, sender: 'ADMIN', name: null, socket: '' })
  await sleep(bot.pauseMs)
  if (!(await isToAnswer(deps, room, seq))) return
  if ((await countIn(deps, `bot ${room}`, HOUR_SECONDS)) > ANSWERS_AN_HOUR) return
  const asked = await deps.db
    .selectFrom('conversation_message')
    .innerJoin('conversation', 'conversation.id', 'conversation_id')
    .select(['body', 'conversation.account_id'])
    .where('conversation_id', '=', room)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  const said = { conversation: room, sender: 'ADMIN' as const, account: null, clientId: `${BOT_PREFIX}${seq}` }
  const body = answerTo(asked.body, { language, origin: deps.settings.origin })
  const added = await inTransaction(deps.db, (tx) => addMessage(tx, { ...said, body, at: deps.now() }))
  if (!added.isNew) return
  const { account_id: account } = asked
  deps.publish({ kind: 'message', room, seq: added.seq, sender: 'ADMIN', account, company: null })
}

function answerTo(text: string, { language, origin }: { language: Language; origin: string }): string {
  const topic = botTopic(text)
  const [opens, closes] = [formatTime(SUPPORT_HOURS.opens, language), formatTime(SUPPORT_HOURS.closes, language)]
  const link = origin + pathIn(language, LINKS[topic] ?? '/')
  return textFor(language, 'bot').loose(topic, { opens, closes, link })
}

/** Whether the message is still the latest, and no operator has written recently. */
async function isToAnswer({ db, now }: Deps, room: string, seq: number): Promise<boolean> {
  const quietSince = new Date(now().getTime() - QUIET_MINUTES * MINUTE_MS)
  const { rows } = await sql<{ is_newest: boolean; is_answered: boolean }>`
    select last_seq = ${seq} as is_newest, exists (
      select from conversation_message message
      where message.conversation_id = conversation.id and message.sender = 'ADMIN'
        and message.account_id is not null and message.created_at > ${quietSince}
    ) as is_answered
    from conversation where id = ${room}`.execute(db)
  return rows[0]?.is_newest === true && !rows[0].is_answered
}
