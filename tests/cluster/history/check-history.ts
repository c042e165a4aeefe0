import { type Call, type Model, unexplained } from './find-order.ts'
import {
  ROOM,
  type RoomAnswer,
  type RoomQuestion,
  SLOT,
  type SlotAnswer,
  type SlotQuestion,
  WALLET,
  type WalletAnswer,
  type WalletQuestion,
} from './models.ts'

/** What clients did to each object, by its name. */
export type History = {
  wallets: Record<string, Call<WalletQuestion, WalletAnswer>[]>
  slots: Record<string, Call<SlotQuestion, SlotAnswer>[]>
  rooms: Record<string, Call<RoomQuestion, RoomAnswer>[]>
}

/**
 * Why no order explains what clients were answered, one line for each object; empty if one does. An order for each object gives one for
 * all (Herlihy and Wing, 1990): so nothing that was acknowledged is lost, done twice or read stale, and no two rentals overlap.
 */
export function problemsOf({ wallets, slots, rooms }: History): string[] {
  return [...problems('wallet', wallets, WALLET), ...problems('vehicle', slots, SLOT), ...problems('room', rooms, ROOM)]
}

function problems<State, Question, Answer>(
  what: string,
  histories: Record<string, Call<Question, Answer>[]>,
  model: Model<State, Question, Answer>,
): string[] {
  return Object.entries(histories).flatMap(([name, calls]) => {
    const call = unexplained(calls, model)
    if (!call) return []
    const { client, question, answer } = call
    return [`${what} ${name}: no order explains ${JSON.stringify(question)} → ${JSON.stringify(answer)} of ${client}`]
  })
}
