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

/** How far from a call that no order explains others are shown. */
const NEAR_MS = 5_000

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
    const near = calls.filter(({ start, end }) => start < call.end + NEAR_MS && end > call.start - NEAR_MS)
    const inOrder = near.toSorted((one, other) => one.end - other.end).map((each) => `\n      ${described(each)}`)
    return [`${what} ${name}: no order explains ${described(call)}; near it:${inOrder.join('')}`]
  })
}

function described({ client, start, end, question, answer }: Call<unknown, unknown>): string {
  const seconds = [start, end].map((at) => (at / 1000).toFixed(2)).join(' to ')
  return `${JSON.stringify(question)} → ${JSON.stringify(answer)} of ${client}, ${seconds} s`
}
