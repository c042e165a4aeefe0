import type { Tx } from '#app/api/call/context.ts'
import type { QuoteAnswer } from '#app/rules/reservation/quote.ts'

type Answered = { answer: Exclude<QuoteAnswer, 'OPEN'>; at: Date; words?: string | undefined }

/**
 * Writes down how the quote of a locked reservation was answered; does nothing for a reservation without one, or whose
 * quote was answered before. Whatever confirms or cancels a reservation answers its quote with it.
 */
export async function answerQuote(tx: Tx, reservation: string, { answer, at, words }: Answered): Promise<boolean> {
  const open = await tx
    .updateTable('reservation')
    .set({ quote: answer })
    .where('id', '=', reservation)
    .where('quote', '=', 'OPEN')
    .returning('id')
    .executeTakeFirst()
  if (!open) return false
  await tx
    .updateTable('quote')
    .set({ answered_at: at, answer: words ?? null })
    .where('reservation_id', '=', reservation)
    .execute()
  return true
}
