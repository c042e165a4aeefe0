import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownTime } from '../../support/own-time.ts'
import { type History, problemsOf } from './check-history.ts'
import type { Call } from './find-order.ts'
import type { RoomAnswer, RoomQuestion, SlotAnswer, SlotQuestion, WalletAnswer, WalletQuestion } from './models.ts'

const call = <Q, A>(start: number, end: number, question: Q, answer: A | undefined, client = 'a'): Call<Q, A> => ({
  ...{ client, start, end, question, answer },
})
const wallet = (...calls: Call<WalletQuestion, WalletAnswer>[]) => only({ wallets: { w: calls } })
const slot = (...calls: Call<SlotQuestion, SlotAnswer>[]) => only({ slots: { v: calls } })
const room = (...calls: Call<RoomQuestion, RoomAnswer>[]) => only({ rooms: { r: calls } })
const only = (part: Partial<History>) => problemsOf({ wallets: {}, slots: {}, rooms: {}, ...part })

const add = (amount: number) => ({ kind: 'add', amount }) as const
const spend = (amount: number) => ({ kind: 'spend', amount }) as const
const balance = { kind: 'balance' } as const
const reserve = { kind: 'reserve' } as const
const of = (kind: 'pay' | 'cancel' | 'status', reservation: string) => ({ kind, reservation })
const send = (text: string) => ({ kind: 'send', text }) as const
const read = { kind: 'read' } as const

describe('what is in order', () => {
  test('calls one after the other, and beside each other in either order', () => {
    expect(wallet(call(0, 1, add(10), 'done'), call(2, 3, spend(4), 'done'), call(4, 5, balance, 6))).toEqual([])
    expect(wallet(call(0, 9, add(10), 'done'), call(1, 2, balance, 0, 'b'), call(3, 4, balance, 10, 'b'))).toEqual([])
    expect(wallet(call(0, 9, spend(4), 'done'), call(1, 5, add(4), 'done', 'b'), call(10, 11, balance, 0))).toEqual([])
  })

  test('a call whose answer was lost happened, or did not, or will', () => {
    const lost = call<WalletQuestion, WalletAnswer>(0, 1, add(10), undefined)
    expect(wallet(lost, call(2, 3, balance, 0), call(4, 5, balance, 10))).toEqual([])
    expect(wallet(lost, call(2, 3, balance, 0))).toEqual([])
    expect(
      slot(
        call<SlotQuestion, SlotAnswer>(0, 1, reserve, undefined),
        call<SlotQuestion, SlotAnswer>(2, 3, reserve, 'taken', 'b'),
      ),
    ).toEqual([])
  })

  test('a vehicle that goes from one to the next', () => {
    expect(
      slot(
        call<SlotQuestion, SlotAnswer>(0, 5, reserve, { reserved: 'R1' }),
        call<SlotQuestion, SlotAnswer>(1, 4, reserve, 'taken', 'b'),
        call<SlotQuestion, SlotAnswer>(6, 7, of('pay', 'R1'), 'done'),
        call<SlotQuestion, SlotAnswer>(8, 9, of('status', 'R1'), { status: 'CONFIRMED' }),
        call<SlotQuestion, SlotAnswer>(10, 14, of('cancel', 'R1'), 'done'),
        call<SlotQuestion, SlotAnswer>(11, 13, reserve, { reserved: 'R2' }, 'b'),
      ),
    ).toEqual([])
  })

  test('any history that one after the other made, whatever its intervals', () => {
    const step = fc.record({ add: fc.boolean(), amount: fc.nat(9), before: fc.nat(30), after: fc.nat(30) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let left = 0
        const calls = steps.map(({ add: isAdd, amount, before, after }, n): Call<WalletQuestion, WalletAnswer> => {
          const at = n * 10
          const times = [at - before, at + after] as const
          if (isAdd) {
            left += amount
            return call<WalletQuestion, WalletAnswer>(...times, add(amount), 'done', `c${n}`)
          }
          if (left < amount) return call<WalletQuestion, WalletAnswer>(...times, balance, left, `c${n}`)
          left -= amount
          return call<WalletQuestion, WalletAnswer>(...times, spend(amount), 'done', `c${n}`)
        })
        expect(wallet(...calls)).toEqual([])
        // The same with a sum that never was.
        expect(wallet(...calls, call(1000, 1001, balance, left + 1000))).toHaveLength(1)
      }),
    )
  })
})

describe('what is found', () => {
  test('an acknowledged write that is lost', () => {
    expect(wallet(call(0, 1, add(10), 'done'), call(2, 3, balance, 0))).toEqual([
      expect.stringContaining('wallet w: no order explains {"kind":"balance"} → 0 of a, 0.00 to 0.00 s; near it:'),
    ])
    expect(room(call(0, 1, send('one'), 'done'), call<RoomQuestion, RoomAnswer>(2, 3, read, []))).toHaveLength(1)
    expect(
      slot(
        call<SlotQuestion, SlotAnswer>(0, 1, reserve, { reserved: 'R1' }),
        call<SlotQuestion, SlotAnswer>(2, 3, of('pay', 'R1'), 'done'),
        call<SlotQuestion, SlotAnswer>(4, 5, of('status', 'R1'), { status: 'AWAITING_PAYMENT' }),
      ),
    ).toHaveLength(1)
  })

  test('something that was done twice', () => {
    const twice = [add(10), spend(4)].map((question, n) =>
      call<WalletQuestion, WalletAnswer>(2 * n, 2 * n + 1, question, 'done'),
    )
    expect(wallet(...twice, call(4, 5, balance, 2))).toHaveLength(1)
    const sent = call<RoomQuestion, RoomAnswer>(0, 1, send('one'), 'done')
    expect(room(sent, call<RoomQuestion, RoomAnswer>(2, 3, read, ['one', 'one']))).toHaveLength(1)
  })

  test('two rentals that overlap', () => {
    expect(
      slot(
        call<SlotQuestion, SlotAnswer>(0, 5, reserve, { reserved: 'R1' }),
        call<SlotQuestion, SlotAnswer>(1, 4, reserve, { reserved: 'R2' }, 'b'),
      ),
    ).toHaveLength(1)
  })

  test('a vehicle that is free and refused', () => {
    expect(slot(call<SlotQuestion, SlotAnswer>(0, 1, reserve, 'taken'))).toHaveLength(1)
    expect(
      slot(
        call<SlotQuestion, SlotAnswer>(0, 1, reserve, { reserved: 'R1' }),
        call<SlotQuestion, SlotAnswer>(2, 3, of('cancel', 'R1'), 'done'),
        call<SlotQuestion, SlotAnswer>(4, 5, reserve, 'taken', 'b'),
      ),
    ).toHaveLength(1)
  })

  test('a stale read, also of what somebody else has read already', () => {
    const sent = [call<RoomQuestion, RoomAnswer>(0, 9, send('one'), 'done')] as const
    const seen = call<RoomQuestion, RoomAnswer>(1, 2, read, ['one'], 'b')
    expect(room(...sent, seen)).toEqual([])
    expect(room(...sent, seen, call<RoomQuestion, RoomAnswer>(3, 4, read, [], 'c'))).toHaveLength(1)
  })

  test('messages that two people see in different orders', () => {
    expect(
      room(
        call<RoomQuestion, RoomAnswer>(0, 9, send('one'), 'done'),
        call<RoomQuestion, RoomAnswer>(0, 9, send('two'), 'done', 'b'),
        call<RoomQuestion, RoomAnswer>(10, 11, read, ['one', 'two']),
        call<RoomQuestion, RoomAnswer>(10, 11, read, ['two', 'one'], 'b'),
      ),
    ).toHaveLength(1)
  })

  test('money that was never there, and a payment of what is cancelled', () => {
    expect(wallet(call(0, 1, add(3), 'done'), call(2, 3, spend(4), 'done'))).toHaveLength(1)
    expect(
      slot(
        call<SlotQuestion, SlotAnswer>(0, 1, reserve, { reserved: 'R1' }),
        call<SlotQuestion, SlotAnswer>(2, 3, of('cancel', 'R1'), 'done'),
        call<SlotQuestion, SlotAnswer>(4, 5, of('pay', 'R1'), 'done'),
      ),
    ).toHaveLength(1)
  })

  test('what no lost answer can explain either', () => {
    const lost = call<WalletQuestion, WalletAnswer>(0, 1, add(10), undefined)
    expect(wallet(lost, call(2, 3, balance, 10), call(4, 5, balance, 0))).toHaveLength(1)
  })
})

test('a thousand calls of eight clients, some of them lost, are checked in a second', async () => {
  const calls: Call<WalletQuestion, WalletAnswer>[] = []
  for (let n = 0; n < 1000; n++) {
    const isLost = n % 200 === 199
    calls.push(
      call<WalletQuestion, WalletAnswer>(n * 10, n * 10 + 80, add(1), isLost ? undefined : 'done', `c${n % 8}`),
    )
  }
  const check = () => expect(wallet(...calls, call(20_000, 20_001, balance, 997))).toEqual([])
  expect(await ownTime(check)).toBeLessThan(1000)
})
