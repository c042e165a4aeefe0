import type { Model } from './find-order.ts'

export type WalletQuestion = { kind: 'add' | 'spend'; amount: number } | { kind: 'balance' }
export type WalletAnswer = 'done' | number

/** A wallet, at first empty: what is spent must be there, and a balance is what all before it left. */
export const WALLET: Model<number, WalletQuestion, WalletAnswer> = {
  initial: 0,
  apply(balance, { question, answer }) {
    if (question.kind === 'balance') return answer === undefined || answer === balance ? balance : undefined
    const after = question.kind === 'add' ? balance + question.amount : balance - question.amount
    return after >= 0 ? after : undefined
  },
  keyOf: String,
}

type Status = 'AWAITING_PAYMENT' | 'CONFIRMED' | 'CANCELLED'
export type SlotQuestion = { kind: 'reserve' } | { kind: 'pay' | 'cancel' | 'status'; reservation: string }
export type SlotAnswer = { reserved: string } | 'taken' | 'done' | { status: string }
type Slot = { holder: string | null; statuses: Readonly<Record<string, Status>> }

/** The holder of a reservation whose answer was lost, and whose number nobody knows. */
const UNKNOWN = '?'

/** One vehicle for some days: who has it, and what became of the reservations that had it. */
export const SLOT: Model<Slot, SlotQuestion, SlotAnswer> = {
  initial: { holder: null, statuses: {} },
  apply({ holder, statuses }, { question, answer }) {
    const withStatus = (id: string, status: Status, next: string | null): Slot => ({
      holder: next,
      statuses: { ...statuses, [id]: status },
    })
    if (question.kind === 'reserve') {
      if (answer === 'taken') return holder === null ? undefined : { holder, statuses }
      if (holder !== null) return undefined
      const id = typeof answer === 'object' && 'reserved' in answer ? answer.reserved : UNKNOWN
      return statuses[id] ? undefined : withStatus(id, 'AWAITING_PAYMENT', id)
    }
    const { reservation } = question
    const status = statuses[reservation]
    if (question.kind === 'status') {
      if (answer === undefined) return { holder, statuses }
      return typeof answer === 'object' && 'status' in answer && answer.status === status
        ? { holder, statuses }
        : undefined
    }
    if (question.kind === 'pay')
      return status === 'AWAITING_PAYMENT' ? withStatus(reservation, 'CONFIRMED', reservation) : undefined
    return status === 'AWAITING_PAYMENT' || status === 'CONFIRMED'
      ? withStatus(reservation, 'CANCELLED', null)
      : undefined
  },
  keyOf: ({ holder, statuses }) => JSON.stringify([holder, statuses]),
}

export type RoomQuestion = { kind: 'send'; text: string } | { kind: 'read' }
export type RoomAnswer = 'done' | readonly string[]

/** A room of the chat: each message once, in an order that all see. */
export const ROOM: Model<readonly string[], RoomQuestion, RoomAnswer> = {
  initial: [],
  apply(texts, { question, answer }) {
    if (question.kind === 'send') return [...texts, question.text]
    if (answer === undefined) return texts
    return JSON.stringify(answer) === JSON.stringify(texts) ? texts : undefined
  },
  keyOf: (texts) => texts.join('\n'),
}
