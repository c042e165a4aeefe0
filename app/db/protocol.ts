import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  DB,
  DeskMoney as DeskMoneyTable,
  ProtocolPhoto as PhotoTable,
  Proposal,
  Protocol as ProtocolTable,
} from '#app/db/connection/schema.ts'
import type { ProtocolKind } from '#app/rules/reservation/protocol.ts'

export type ProtocolRow = Selectable<ProtocolTable>
export type PhotoRow = Selectable<PhotoTable>
export type ProposalRow = Selectable<Proposal>
export type DeskMoneyRow = Selectable<DeskMoneyTable>

/**
 * The valid protocol of a reservation's hand-over or return: the one that was not undone. Undefined where there is
 * none.
 */
export function validProtocol(
  db: Kysely<DB>,
  { reservation, kind }: { reservation: string; kind: ProtocolKind },
): Promise<ProtocolRow | undefined> {
  return db
    .selectFrom('protocol')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('kind', '=', kind)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

/** The money of a reservation's desk that counts, oldest first. */
export function deskMoneyOf(db: Kysely<DB>, reservation: string): Promise<DeskMoneyRow[]> {
  return db
    .selectFrom('desk_money')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('undone_at', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** What the company still holds of a deposit, as money or as a promise. */
export function depositHeld(money: readonly Pick<DeskMoneyRow, 'purpose' | 'amount'>[]): number {
  return sumOf(money, 'DEPOSIT') - sumOf(money, 'DEPOSIT_BACK') - sumOf(money, 'CHARGE_FROM_DEPOSIT')
}

/** What was received of the rent at the desk, less what it gave back. */
export function receivedOf(money: readonly Pick<DeskMoneyRow, 'purpose' | 'amount'>[]): number {
  return sumOf(money, 'RENT') - sumOf(money, 'RENT_BACK')
}

/** The same of `reservation`, in SQL. */
export const RENT_AT_DESK = sql<number>`coalesce((select sum(case money.purpose when 'RENT' then money.amount
    else -money.amount end) from desk_money money where money.reservation_id = reservation.id
    and money.purpose in ('RENT', 'RENT_BACK') and money.undone_at is null), 0)`

function sumOf(money: readonly Pick<DeskMoneyRow, 'purpose' | 'amount'>[], purpose: DeskMoneyRow['purpose']): number {
  return money.reduce((sum, one) => (one.purpose === purpose ? sum + one.amount : sum), 0)
}
