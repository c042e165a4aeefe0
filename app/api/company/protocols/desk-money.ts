import { type Entry, post, reversePosting } from '#app/api/books/ledger.ts'
import type { Tx } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { DeskMoneyRow } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { type DeskDepositWay, isMoney } from '#app/rules/reservation/protocol.ts'

type Taken = {
  purpose: DeskMoneyRow['purpose']
  way: DeskDepositWay
  amount: number
  reference?: string | undefined
  protocol?: string
  proposal?: string
  by: string
  at: Date
}

/**
 * Records money that changed hands at a company's desk, and books it: it is in the company's till and never reaches the
 * marketplace. A blocked amount or a cheque is a promise, which is not booked. Does nothing for an amount of 0.
 */
export async function takeAtDesk(tx: Tx, reservation: ReservationRow, taken: Taken): Promise<void> {
  const { purpose, way, amount, reference = null, protocol = null, proposal = null, by, at } = taken
  if (amount === 0) return
  const id = publicId()
  await tx
    .insertInto('desk_money')
    .values({
      ...{ id, reservation_id: reservation.id, protocol_id: protocol, proposal_id: proposal, purpose, way, amount },
      ...{ reference, account_id: by, at },
    })
    .execute()
  await post(tx, {
    key: keyOf(id),
    kind: 'DESK',
    currency: currencyIn(reservation),
    at,
    reservation: reservation.id,
    entries: entriesOf(reservation, taken),
  })
}

/** Reverses what a record booked. */
export async function undoDeskMoney(tx: Tx, { protocol, at }: { protocol: string; at: Date }): Promise<void> {
  const undone = await tx
    .updateTable('desk_money')
    .set({ undone_at: at })
    .where('protocol_id', '=', protocol)
    .where('undone_at', 'is', null)
    .returning(['id', 'reservation_id'])
    .execute()
  for (const { id, reservation_id } of undone)
    await reversePosting(tx, { key: keyOf(id), reservation: reservation_id, at })
}

const keyOf = (id: string) => `desk ${id}`

function entriesOf({ id, company_id }: ReservationRow, { purpose, way, amount }: Taken): Entry[] {
  const till = { kind: 'TILL', owner: company_id } as const
  const income = { kind: 'DESK_INCOME', owner: company_id, amount } as const
  const deposit = { kind: 'DEPOSIT', owner: id } as const
  switch (purpose) {
    case 'DEPOSIT':
      return isMoney(way)
        ? [
            { ...till, amount: -amount },
            { ...deposit, amount },
          ]
        : []
    case 'DEPOSIT_BACK':
      return isMoney(way)
        ? [
            { ...deposit, amount: -amount },
            { ...till, amount },
          ]
        : []
    case 'RENT_BACK':
      return [
        { ...till, amount },
        { ...income, amount: -amount },
      ]
    case 'CHARGE_FROM_DEPOSIT':
      return [isMoney(way) ? { ...deposit, amount: -amount } : { ...till, amount: -amount }, income]
    default:
      return [{ ...till, amount: -amount }, income]
  }
}
